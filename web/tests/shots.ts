// The screenshots in the guide: `npm run shots` writes docs/screens.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chromium, type Page } from 'playwright-core';
import { CHROMIUM, FLAGS, fromDisk, PROGRAM, square, waitForText } from './browser/harness.ts';

const FOLDER = '../docs/screens';

interface Shot {
  name: string;
  address: string;
  isDark?: boolean;
  /** The actions before the screenshot. */
  act: (page: Page) => Promise<void>;
}

/** Seeks in a replay. */
async function seek(page: Page, at: number): Promise<void> {
  const slider = page.getByRole('slider', { name: 'Step' });
  await slider.fill(String(at));
  await slider.blur();
}

const SHOTS: readonly Shot[] = [
  {
    name: 'solve',
    address: '#solve?board=8x8&from=a1&method=warnsdorff',
    act: async (page) => {
      await page.getByRole('button', { name: 'Replay' }).click();
      await page.getByText('Step 1 of 64').waitFor();
      await seek(page, 41);
    },
  },
  {
    name: 'play',
    address: '#play?level=4',
    act: async (page) => {
      for (const name of ['b3', 'a5', 'c4', 'e5', 'd3', 'b4']) {
        await square(page, name).click();
      }
      await page.getByLabel(/^Coach/).check();
      await waitForText(page, '✓ a tour is still possible');
    },
  },
  {
    name: 'compare',
    address: '#compare?board=6x6&from=a1&methods=warnsdorff,backtracking,exact,neural',
    isDark: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Run again' }).waitFor();
    },
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
      locale: 'en-GB',
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    await fromDisk(page, url);
    await page.goto(`${url}${address}`);
    await act(page);
    // Without animations.
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${FOLDER}/${name}.png` });
    await context.close();
  }
} finally {
  await browser.close();
  server.kill('SIGKILL');
}
