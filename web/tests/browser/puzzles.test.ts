import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { UniqueAnswer } from '../../src/api.ts';
import { ask, square, stage } from './harness.ts';

const { open, url } = stage();

const head = (page: Page, text: string | RegExp) => page.locator('.answer h2', { hasText: text });
const press = (page: Page, name: string) =>
  page.locator('main').getByRole('button', { name, exact: true }).first().click();

const PUZZLE = { board: '5x5', clues: { c3: 1, b4: 15, e1: 19, c2: 20, a1: 21, e5: 25 } };
const ADDRESS = '#puzzles?board=5x5&clues=c3=1,b4=15,e1=19,c2=20,a1=21,e5=25';

async function solution(): Promise<string[]> {
  const { solutions } = await ask<UniqueAnswer>(url(), 'puzzle-unique', PUZZLE);
  return solutions[0] ?? assert.fail();
}

test('a puzzle is solved by keyboard in any order', async () => {
  const { page, end } = await open(ADDRESS);
  await head(page, '6 of 25').waitFor();
  const squares = await solution();
  for (const [at, name] of [...squares.entries()].reverse()) {
    if (!(name in PUZZLE.clues)) {
      await square(page, name).click();
      await page.keyboard.type(String(at + 1));
    }
  }
  await head(page, 'Solved').waitFor();
  await page
    .locator('main')
    .getByText(/^25 numbers in 0:\d\d, no hints\.$/)
    .waitFor();
  await end();
});

test('mistakes are marked on demand, and undone to the first one', async () => {
  const { page, end } = await open(ADDRESS);
  const squares = await solution();
  const [second, third] = [squares[1] ?? '', squares[2] ?? ''];
  await square(page, second).click();
  await page.getByRole('group', { name: 'Numbers' }).getByRole('button', { name: '2', exact: true }).click();
  await press(page, 'Check');
  await page.locator('main').getByText('No mistakes so far.').waitFor();
  await square(page, third).click();
  await page.getByRole('group', { name: 'Numbers' }).getByRole('button', { name: '5', exact: true }).click();
  assert.equal(await page.getByRole('gridcell', { name: /mistake/ }).count(), 0);
  await press(page, 'Check');
  await page.locator('main').getByText('1 mistake, marked with !').waitFor();
  await page.getByRole('gridcell', { name: `${third}, 5, mistake` }).waitFor();
  await press(page, 'Undo to the first mistake');
  await head(page, '7 of 25').waitFor();
  await press(page, 'Hint');
  await head(page, '8 of 25').waitFor();
  await press(page, 'Undo');
  await head(page, '7 of 25').waitFor();
  await end();
});

test('pencil marks are small numbers, and no entries', async () => {
  const { page, end } = await open(ADDRESS);
  await square(page, 'd4').click();
  await press(page, 'Pencil');
  for (const number of ['7', '12']) {
    await page
      .getByRole('group', { name: 'Numbers' })
      .getByRole('button', { name: number, exact: true })
      .click();
  }
  await page.getByRole('gridcell', { name: 'd4, pencil 7, 12' }).waitFor();
  await page.reload();
  await page.getByRole('gridcell', { name: 'd4, pencil 7, 12' }).waitFor();
  await head(page, '6 of 25').waitFor();
  await end();
});

test('a puzzle is made by grade, and old addresses open', async () => {
  const { page, end } = await open('#make-puzzle');
  await page.getByRole('button', { name: 'Board 5×5' }).click();
  await page.getByLabel('Grade').selectOption('easy');
  await press(page, 'Make another');
  await head(page, 'Easy').waitFor();
  await page
    .locator('main')
    .getByText(/^\d+ clues\. Exactly one solution\.$/)
    .waitFor();
  await press(page, 'Solve it');
  await page.waitForURL(/#puzzles\?board=5x5&clues=/);
  await head(page, / of 25$/).waitFor();
  await page.goto(`${url()}#puzzle?board=5x5&clues=c3=1`);
  await page.reload();
  await head(page, '1 of 25').waitFor();
  await end();
});

test('a written puzzle is judged after each number', async () => {
  const { page, end } = await open('#write-puzzle?board=5x5&clues=c3=1,e1=19,c2=20,a1=21,e5=25');
  await head(page, 'At least two tours fit.').waitFor();
  await page
    .getByRole('gridcell', { name: /differs/ })
    .first()
    .waitFor();
  await square(page, 'b4').click();
  await page.keyboard.type('15');
  await head(page, 'Exactly one tour fits.').waitFor();
  await square(page, 'b1').click();
  await page.keyboard.type('3');
  await head(page, 'No tour fits these numbers.').waitFor();
  await end();
});

test('several puzzles are printed with their solutions', async () => {
  const { page, end } = await open('#print-puzzles');
  await page.getByRole('button', { name: 'Board 5×5' }).click();
  await page.getByRole('group', { name: 'Puzzles per page' }).getByRole('button', { name: '2' }).click();
  await head(page, '2 puzzles on one page').waitFor({ timeout: 30_000 });
  assert.equal(await page.locator('.sheet-page figure').count(), 2);
  assert.equal(await page.locator('.sheet-solutions figure').count(), 2);
  await page.emulateMedia({ media: 'print' });
  assert.ok(await page.locator('.sheet').isVisible());
  assert.ok(!(await page.locator('header').isVisible()));
  await end();
});
