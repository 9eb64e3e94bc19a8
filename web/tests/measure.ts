// Measures the page on a simulated machine that is four times slower: the time until the board is painted, and
// until a change of the board shows another tour. Prints the medians of ten visits.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chromium, type Page } from 'playwright-core';
import { CHROMIUM, FLAGS, fromDisk, PROGRAM } from './browser/harness.ts';

const VISITS = 10;
const SLOWER = 4;

const server = spawn(PROGRAM, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
try {
  const [piece] = await once(server.stdout, 'data');
  const url = String(piece).split('\n')[0] ?? '';
  const visits: [number, number][] = [];
  for (let at = 0; at < VISITS; at += 1) {
    // Each visit has a new profile, and so an empty cache.
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
    const page = await context.newPage();
    await fromDisk(page, url);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(`${url}#solve`, { waitUntil: 'commit' });
    const first = await painted(page);
    await page.locator('.answer h2', { hasText: 'found' }).waitFor();
    visits.push([first, await solved(page)]);
    await context.close();
  }
  const median = (of: 0 | 1) => visits.map((visit) => visit[of]).sort((a, b) => a - b)[VISITS >> 1] ?? 0;
  console.log(
    `board painted after ${Math.round(median(0))} ms, CPU ${SLOWER} times slower, median of ${VISITS}`,
  );
  console.log(`another board answered after ${Math.round(median(1))} ms`);
} finally {
  await browser.close();
  server.kill('SIGKILL');
}

/** Returns the time from the request to the first paint of the board. */
function painted(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          const canvas = document.querySelector<HTMLCanvasElement>('.board canvas');
          const pixel = canvas?.width
            ? canvas.getContext('2d')?.getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data
            : undefined;
          if (pixel?.[3]) {
            resolve(performance.now());
          } else {
            requestAnimationFrame(look);
          }
        };
        look();
      }),
  );
}

/** Returns the time from a click on a size to the new answer. */
function solved(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const button = document.querySelector<HTMLButtonElement>('.chips button');
        const answer = document.querySelector('.answer .say');
        const before = answer?.textContent;
        const begun = performance.now();
        const look = () => {
          if (answer?.textContent !== before) {
            requestAnimationFrame(() => resolve(performance.now() - begun));
          } else {
            requestAnimationFrame(look);
          }
        };
        button?.click();
        look();
      }),
  );
}
