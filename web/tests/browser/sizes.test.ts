// The layout on a phone, a laptop and a projector. `SHOTS=1` saves screenshots in `shots/`.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { SHOTS, settled, stage } from './harness.ts';

const { open } = stage();

const SIZES = [
  ['narrow', 320, 568],
  ['phone', 390, 844],
  ['tablet', 768, 1024],
  ['laptop', 1366, 768],
  ['projector', 1920, 1080],
  ['wall', 2560, 1440],
] as const;
const PAGES = ['play?level=21', 'play', 'solve', 'compare', 'puzzles', 'make-puzzle', 'numbers', 'check'];

for (const [name, width, height] of SIZES) {
  for (const locale of ['en-GB', 'de-DE']) {
    test(`${name}, ${locale}: nothing is cut off, and the board is seen at once`, async () => {
      const { page, end } = await open('', { width, height, locale, dark: locale === 'de-DE' });
      for (const address of PAGES) {
        await page.evaluate((hash) => {
          location.hash = hash;
        }, `#${address}`);
        await page.locator('main .board').first().waitFor();
        await settled(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${address} is ${wide} wide`);
        const small = await page.evaluate(() => {
          const texts = [...document.querySelectorAll('main *')].filter((element) =>
            element.textContent?.trim(),
          );
          return texts.filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 11).length;
        });
        assert.equal(small, 0, `${address} has text smaller than 11 pixels`);
        const box = await page.locator('main .board').first().boundingBox();
        assert.ok(box, `${address} shows no board`);
        if (!['play', 'compare'].includes(address)) {
          assert.ok(
            box.x >= 0 && box.x + box.width <= width + 1,
            `${address}: the board is beside the window`,
          );
          assert.ok(
            box.y >= 0 && box.y + box.height <= height + 1,
            `${address}: ends at ${box.y + box.height}`,
          );
          assert.ok(box.width >= 0.4 * Math.min(width, height), `${address}: the board is small`);
          assert.ok(Math.abs(box.width - box.height) < 1, `${address}: the box is not square`);
        }
        if (process.env.SHOTS) {
          mkdirSync(SHOTS, { recursive: true });
          await page.screenshot({ path: `${SHOTS}/${address.replace(/\W/g, '-')}-${name}-${locale}.png` });
        }
      }
      await end();
    });
  }
}
