import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { UniqueAnswer } from '../../src/api.ts';
import { ask, click, head, square, stage } from './harness.ts';

const { open, url } = stage();

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
    .getByText(/^25 numbers in \d+:\d\d, no hints\.$/)
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
  await page.getByRole('gridcell', { name: `${third}, 5, mistake`, exact: true }).waitFor();
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
  await page.getByRole('gridcell', { name: 'd4, pencil 7, 12', exact: true }).waitFor();
  await page.reload();
  await page.getByRole('gridcell', { name: 'd4, pencil 7, 12', exact: true }).waitFor();
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
  await page
    .getByRole('group', { name: 'Puzzles per page' })
    .getByRole('button', { name: '2', exact: true })
    .click();
  await head(page, '2 puzzles on one page').waitFor();
  assert.equal(await page.locator('.sheet-page figure').count(), 2);
  assert.equal(await page.locator('.sheet-solutions figure').count(), 2);
  await page.emulateMedia({ media: 'print' });
  assert.ok(await page.locator('.sheet').isVisible());
  assert.ok(!(await page.locator('header').isVisible()));
  await end();
});

test('Hidato and Numbrix have their own rule, and are solved, made, written and printed', async () => {
  const { page, end } = await open('#puzzles');
  const family = page.getByLabel('Kind of puzzle', { exact: true });
  for (const [name, rule, piece] of [
    ['Hidato', 'Each number touches the next, also diagonally.', 'king'],
    ['Numbrix', 'Each number is beside the next, not diagonally.', 'wazir'],
  ] as const) {
    await page.evaluate(() => {
      location.hash = '#puzzles';
    });
    await family.selectOption(name);
    await page.locator('main').getByText(rule, { exact: true }).waitFor();
    await page.waitForURL(new RegExp(`#puzzles\\?board=5x5&piece=${piece}&clues=`));
    await head(page, '9 of 25').waitFor();
    // The example has one solution, which is entered by keyboard.
    const clues: Record<string, number> = {};
    for (const clue of new URL(page.url()).hash.split('clues=')[1]?.split(',') ?? []) {
      const [square = '', step] = clue.split('=');
      clues[square] = Number(step);
    }
    const leapers = piece === 'king' ? ['0,1', '1,1'] : ['0,1'];
    const { unique, solutions } = await ask<UniqueAnswer>(url(), 'puzzle-unique', {
      board: '5x5',
      leapers,
      clues,
    });
    assert.equal(unique, true, name);
    for (const [at, one] of (solutions[0] ?? []).entries()) {
      if (!(one in clues)) {
        await square(page, one).click();
        await page.keyboard.type(String(at + 1));
      }
    }
    await head(page, 'Solved').waitFor();
    const before = page.url();
    await press(page, 'New puzzle');
    await page.waitForURL((address) => address.href !== before);
    assert.match(page.url(), new RegExp(`&piece=${piece}&`));
    await page.getByRole('link', { name: 'Make', exact: true }).click();
    await press(page, 'Make another');
    await page
      .locator('main')
      .getByText(/^\d+ clues\. Exactly one solution\.$/)
      .waitFor();
    await page.getByRole('link', { name: 'Print', exact: true }).click();
    await page.locator('.sheet-rule', { hasText: rule }).waitFor();
  }
  await end();
});

test('a letter puzzle is made of a sentence, and read along its tour', async () => {
  const { page, end } = await open('#letter-puzzle');
  await head(page, '28 letters').waitFor();
  const sentence = page.getByRole('textbox', { name: 'Sentence' });
  await sentence.fill('!');
  await sentence.press('Enter');
  await page.getByText('Write 1 to 64 letters.').waitFor();
  await sentence.fill('Hello, world');
  await sentence.press('Enter');
  await head(page, '10 letters').waitFor();
  await press(page, 'Solve it');
  await page.waitForURL(/#play\?board=3x4&from=[a-c][1-4]&letters=/);
  await page.locator('main').getByText('Follow the knight and read the sentence.').waitFor();
  // The tour is found by its letters: the other squares show theirs.
  const hash = new URLSearchParams(new URL(page.url()).hash.split('?')[1]);
  const letters = [...(hash.get('letters') ?? '')];
  assert.deepEqual([...letters].sort(), [...'DEHLLLOORW··'].sort());
  const from = hash.get('from') ?? '';
  const names = Array.from({ length: 12 }, (_, at) => `${'abc'[at % 3]}${Math.floor(at / 3) + 1}`);
  const isMove = (a: string, b: string) => {
    const [x, y] = [a.charCodeAt(0) - b.charCodeAt(0), a.charCodeAt(1) - b.charCodeAt(1)];
    return x * x + y * y === 5;
  };
  const search = (path: readonly string[]): readonly string[] | undefined => {
    const wanted = 'HELLOWORLD··'[path.length];
    if (wanted === undefined) {
      return path;
    }
    for (const [at, name] of names.entries()) {
      if (letters[at] === wanted && !path.includes(name) && isMove(path.at(-1) ?? '', name)) {
        const found = search([...path, name]);
        if (found) {
          return found;
        }
      }
    }
    return undefined;
  };
  const path = search([from]) ?? assert.fail('the sentence is not on the board');
  await click(page, path.slice(1, 5));
  await page.locator('.answer .say', { hasText: /^HELLO$/ }).waitFor();
  await click(page, path.slice(5));
  await head(page, /omplete$/).waitFor();
  await page.locator('.answer .say', { hasText: /^HELLOWORLD$/ }).waitFor();
  await end();
});
