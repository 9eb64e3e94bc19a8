// The pictures of the page in the guide: `npm run shots` writes docs/screens.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chromium, type Page } from 'playwright-core';
import { square, told } from './browser/hand.ts';
import { CHROMIUM, FLAGS, fromDisk, PROGRAM } from './browser/harness.ts';

const FOLDER = '../docs/screens';

interface Shot {
  name: string;
  address: string;
  isDark?: boolean;
  /** What is done before the picture is taken. */
  act: (page: Page) => Promise<void>;
}

/** Whoever wants no motion sees the end of a film at once; this goes to another moment of it. */
async function moment(page: Page, at: number): Promise<void> {
  const slider = page.getByLabel(/^Time/);
  await slider.fill(String(at));
  await slider.blur();
}

const SHOTS: readonly Shot[] = [
  {
    name: 'solve',
    address: '#solve?board=8x8&from=a1&method=warnsdorff&go=1',
    act: (page) => moment(page, 41),
  },
  {
    name: 'play',
    address: '#play?level=4',
    act: async (page) => {
      for (const name of ['a1', 'b3', 'a5', 'c4', 'e5', 'd3', 'b4']) {
        await square(page, name).click();
      }
      await told(page, 'Coach: it can be won.');
    },
  },
  {
    name: 'race',
    address: '#solve?board=6x6&from=a1&methods=warnsdorff,backtracking&go=1',
    isDark: true,
    act: (page) => moment(page, 33),
  },
];

const server = spawn(PROGRAM, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
try {
  const [piece] = await once(server.stdout, 'data');
  const url = String(piece).split('\n')[0] ?? '';
  for (const { name, address, isDark, act } of SHOTS) {
    const context = await browser.newContext({
      viewport: { width: 1366, height: 768 },
      colorScheme: isDark ? 'dark' : 'light',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await fromDisk(page, url);
    await page.goto(`${url}${address}`);
    await act(page);
    // The knight stands still, and so does everything else.
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${FOLDER}/${name}.png` });
    await context.close();
  }
} finally {
  await browser.close();
  server.kill('SIGKILL');
}
