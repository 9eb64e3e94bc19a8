// What is seen on a phone, a laptop and a projector. `SHOTS=1` keeps pictures in `shots/`.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { SHOTS, stage } from './harness.ts';

const { open } = stage();

const SIZES = [
  ['narrow', 320, 568],
  ['phone', 390, 844],
  ['laptop', 1366, 768],
  ['projector', 1920, 1080],
] as const;

for (const [name, width, height] of SIZES) {
  test(`${name}: nothing is cut off, and the board is seen at once`, async () => {
    const { page, end } = await open('', { width, height });
    for (const room of ['solve', 'play', 'puzzle', 'numbers', 'check']) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#${room}`);
      await page.locator(`nav a[href="#${room}"][aria-current]`).waitFor();
      await page.locator('.board').first().waitFor();
      // The first answers come in and may move things.
      await page.waitForTimeout(150);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${room} is ${wide} wide`);
      const box = await page.locator('.board').first().boundingBox();
      assert.ok(box, `${room} shows no board`);
      assert.ok(box.x >= 0 && box.x + box.width <= width + 1, `${room}: the board is beside the window`);
      assert.ok(
        box.y >= 0 && box.y + box.height <= height + 1,
        `${room}: the board ends at ${box.y + box.height}`,
      );
      assert.ok(
        Math.max(box.width, box.height) >= 0.45 * Math.min(width, height),
        `${room}: the board is small`,
      );
      if (process.env.SHOTS) {
        mkdirSync(SHOTS, { recursive: true });
        await page.screenshot({ path: `${SHOTS}/${room}-${name}.png` });
      }
    }
    await end();
  });
}
