// How long it takes until the page is of use, on a machine that is four times slower than this one: until the
// board is painted, and until a press of Solve is answered with a tour. Prints both, the median of ten visits.

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
    // Each visit has a new profile, so that nothing is in its cache.
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
    const page = await context.newPage();
    await fromDisk(page, url);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(`${url}#solve`, { waitUntil: 'commit' });
    visits.push([await painted(page), await solved(page)]);
    await context.close();
  }
  const median = (of: 0 | 1) => visits.map((visit) => visit[of]).sort((a, b) => a - b)[VISITS >> 1] ?? 0;
  console.log(
    `board painted after ${Math.round(median(0))} ms, CPU ${SLOWER} times slower, median of ${VISITS}`,
  );
  console.log(`a press of Solve shown after ${Math.round(median(1))} ms`);
} finally {
  await browser.close();
  server.kill('SIGKILL');
}

/** When something was painted on the board, since the page was asked for. */
function painted(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          const canvas = document.querySelector<HTMLCanvasElement>('.board canvas');
          const pixel = canvas?.width ? canvas.getContext('2d')?.getImageData(9, 9, 1, 1).data : undefined;
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

/** How long a press of Solve takes until the server's answer has changed the room. */
function solved(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const button = document.querySelector<HTMLButtonElement>('main button.main');
        const begun = performance.now();
        const look = () => {
          if (performance.getEntriesByType('resource').some(({ name }) => name.includes('/api/v1/'))) {
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
