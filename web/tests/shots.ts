// The screenshots in the guide: `npm run shots` writes docs/screens. With `SHOTS=1`, every screen in four sizes and
// both themes, in web/shots.

import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import {
  CHROMIUM,
  FLAGS,
  firstLine,
  fromDisk,
  head,
  PROGRAM,
  SHOTS as SHOTS_FOLDER,
  settled,
  square,
} from './browser/harness.ts';
import { SCREENS } from './screens.ts';

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
      await head(page, 'Open tour found').waitFor();
      await page.getByRole('button', { name: 'Replay', exact: true }).click();
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
      await page.getByRole('gridcell', { name: /safe$/ }).first().waitFor();
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

const SIZES = [
  [320, 568],
  [390, 844],
  [1366, 768],
  [1920, 1080],
] as const;

async function open(
  browser: Browser,
  url: string,
  address: string,
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    locale: 'en-GB',
    serviceWorkers: 'block',
    ...options,
  });
  const page = await context.newPage();
  await fromDisk(page, url);
  await page.goto(`${url}${address}`);
  return page;
}

/** Saves the screenshots of the guide. */
async function shootGuide(browser: Browser, url: string): Promise<void> {
  for (const { name, address, isDark, act } of SHOTS) {
    const page = await open(browser, url, address, {
      viewport: { width: 1366, height: 768 },
      colorScheme: isDark ? 'dark' : 'light',
    });
    await act(page);
    await settled(page);
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: `${FOLDER}/${name}.png` });
    await page.context().close();
  }
}

/** Saves every screen. */
async function shootAll(browser: Browser, url: string): Promise<void> {
  mkdirSync(SHOTS_FOLDER, { recursive: true });
  for (const [width, height] of SIZES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const { name, address, ready, act, done } of SCREENS) {
        const page = await open(browser, url, address, {
          viewport: { width, height },
          colorScheme,
          hasTouch: width < 600,
        });
        await page.locator('main').getByText(ready).first().waitFor();
        await act?.(page);
        if (done) {
          await page.getByText(done).first().waitFor();
        }
        await settled(page);
        await page.evaluate(() => scrollTo(0, 0));
        await page.screenshot({ path: `${SHOTS_FOLDER}/${name}-${colorScheme}-${width}.png` });
        await page.context().close();
      }
    }
  }
}

const server = spawn(PROGRAM, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
try {
  const url = await firstLine(server);
  await (process.env.SHOTS ? shootAll : shootGuide)(browser, url);
} finally {
  await browser.close();
  server.kill('SIGKILL');
}
