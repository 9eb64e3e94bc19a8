import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stage } from './harness.ts';

const { open } = stage();

test('the page opens, and every room can be reached', async () => {
  const { page, end } = await open();
  for (const room of ['Solve', 'Play', 'Puzzles', 'Numbers', 'Check']) {
    await page.getByRole('navigation').getByRole('link', { name: room }).click();
    await page.locator('nav a[aria-current]', { hasText: room }).waitFor();
    assert.match(await page.title(), new RegExp(`^${room}: Caracole`));
  }
  await end();
});
