import assert from 'node:assert/strict';
import { test } from 'node:test';
import { head, square, stage } from './harness.ts';

const { open } = stage();

const CLOSED =
  'a1 c2 e1 d3 f2 d1 b2 a4 b6 c4 e5 f3 d2 f1 e3 f5 d6 e4 f6 d5 f4 e6 c5 a6 b4 a2 c1 e2 c3 b1 a3 b5 d4 c6 a5 b3';

test('the example shows each mistake on the board and in the list', async () => {
  const { page, end } = await open('#check');
  await head(page, 'Not a tour: 2 mistakes').waitFor();
  assert.deepEqual(
    await page.getByRole('list', { name: 'Mistakes' }).getByRole('listitem').allTextContents(),
    ["Step 12: c5 to d2 is not a knight's move.", "Step 14: e4 to b1 is not a knight's move."],
  );
  await page.getByRole('gridcell', { name: /^d2, step 12, / }).waitFor();
  await page.getByRole('button', { name: 'Play on from step 11' }).click();
  await page.waitForURL(/#play\?board=5x5$/);
  await head(page, '11 of 25').waitFor();
  await page.goBack();
  await head(page, 'Not a tour').waitFor();
  await end();
});

test('a tour is checked while it is pasted, and the old text returns', async () => {
  const { page, end } = await open('#check');
  const text = page.getByRole('textbox', { name: 'Tour' });
  await text.fill(CLOSED);
  await head(page, 'Valid closed tour of 6×6').waitFor();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name }).getByRole('cell');
  assert.equal(await row('Turns').textContent(), '36 changes of direction');
  assert.match((await row('Crossings').textContent()) ?? '', /60 times/);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page
    .locator('main')
    .getByText('Paste a tour, drop a file, or type squares such as a1 b3 c5.')
    .waitFor();
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await head(page, 'Valid closed tour of 6×6').waitFor();
  await page.getByRole('link', { name: 'Its number among all tours' }).click();
  await head(page, 'Tour 17 of 9,862').waitFor();
  await end();
});

test('a path, a repeated square, conditions, and a text that is no tour', async () => {
  const { page, end } = await open('#check', { refused: true });
  const text = page.getByRole('textbox', { name: 'Tour' });
  await page.locator('main').getByText('Conditions on the tour').click();
  const board = page.getByRole('textbox', { name: 'Board' });
  await text.fill('a1 b3 a5');
  await board.fill('5x5');
  await board.press('Enter');
  await head(page, 'Correct path, 3 of 25 squares').waitFor();
  await page.getByRole('gridcell', { name: 'e5, missed' }).waitFor();
  await board.fill('');
  await board.press('Enter');
  await text.fill('a1 b3 c1 a2 c3 b1 a3 c2 a1');
  await head(page, 'Not a tour: 2 mistakes').waitFor();
  await page.locator('main').getByText('b2 is not visited.').waitFor();
  await text.fill(CLOSED);
  await head(page, 'Valid').waitFor();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await head(page, 'Not a tour: 1 mistake').waitFor();
  await text.fill('what is this?');
  await page
    .locator('main')
    .getByText('This is not a tour. Use squares (a1 b3 c5), a grid of numbers, or JSON.')
    .waitFor();
  assert.equal(await text.getAttribute('aria-invalid'), 'true');
  await end();
});

test('a file is read here, and one that is too large is not', async () => {
  const { page, end } = await open('#check');
  const file = page.locator('input[type=file]');
  const buffer = Buffer.from('a1 b3 c1 a2 c3 b1 a3 c2\n');
  await file.setInputFiles({ name: 'small.txt', mimeType: 'text/plain', buffer });
  await head(page, /^(Not a tour|Correct path)/).waitFor();
  const large = Buffer.alloc(2_000_000, 'a1 ');
  await file.setInputFiles({ name: 'large.txt', mimeType: 'text/plain', buffer: large });
  await page.getByText('large.txt is too large for the page').first().waitFor();
  await end();
});

test('a tour in an address is checked, and its steps can be read', async () => {
  const { page, end } = await open('#check?board=5x5&squares=a1,b3,a5');
  await head(page, 'Correct path, 3 of 25 squares').waitFor();
  await square(page, 'b3').click();
  await page.locator('.place', { hasText: 'b3: step 2, from a1, to a5' }).waitFor();
  await end();
});
