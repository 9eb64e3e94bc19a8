import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { showReason } from '../../src/solve/reason.ts';
import { parseBoard, squareOf } from '../../src/squares.ts';
import type { Impossible, Problem } from '../../src/wire.ts';
import { ask } from './hand.ts';
import { stage } from './harness.ts';
import { faults } from './walk.ts';

const { open, url } = stage();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const square = (page: Page, name: string) =>
  page.getByRole('gridcell', { name: new RegExp(`^${name}(,|$)`) }).first();
const words = (page: Page) => page.locator('.caption').textContent();
const time = (page: Page) => page.getByRole('slider', { name: 'Time' });

/** Waits for the end of the film. */
async function watch(page: Page): Promise<void> {
  await page.locator('.result').waitFor({ timeout: 20_000 });
}

/** How many squares of the board have a step. */
async function visited(page: Page): Promise<number> {
  return page.getByRole('gridcell', { name: /, step \d+/ }).count();
}

test('a method is watched on 8x8 to the end, and back again', async () => {
  const { page, end } = await open('#solve');
  await page.getByLabel('Method', { exact: true }).selectOption('warnsdorff');
  await square(page, 'c2').click();
  await press(page, 'Solve');
  await page.locator('.caption').waitFor();
  await watch(page);
  assert.match(
    (await page.locator('.result').textContent()) ?? '',
    /tour of 64 squares, found by warnsdorff/,
  );
  assert.match((await words(page)) ?? '', /^Visit [a-h][1-8], step 64$/);
  await page.waitForFunction(() => document.querySelectorAll('[aria-label*=", step "]').length === 64);
  assert.ok(await page.getByRole('gridcell', { name: 'c2, step 1', exact: true }).isVisible());
  const last = await time(page).inputValue();
  assert.equal(last, await time(page).getAttribute('max'));

  // The slider jumps back, the buttons step.
  await time(page).fill('12');
  const [, before] = /step (\d+)$/.exec((await words(page)) ?? '') ?? [];
  await press(page, 'Step forward');
  assert.match((await words(page)) ?? '', new RegExp(`step ${Number(before) + 1}$`));
  await press(page, 'Step back');
  await press(page, 'To the start');
  assert.equal(await words(page), 'Before the first move');
  await page.waitForFunction(() => document.querySelectorAll('[aria-label*=", step "]').length === 0);
  assert.ok(await page.locator('.result').isHidden());
  await press(page, 'To the end');
  assert.ok(await page.locator('.result').isVisible());
  assert.deepEqual(await faults(page), []);
  assert.match(page.url(), /#solve\?board=8x8&from=c2&method=warnsdorff&go=1$/);
  await end();
});

test('the same by keyboard only', async () => {
  const { page, end } = await open('#solve?board=5x5&method=brute-force');
  const tab = async (name: string) => {
    for (let count = 0; count < 60; count += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        return element?.getAttribute('aria-label') ?? element?.textContent;
      });
      if (focused === name) {
        return;
      }
    }
    throw new Error(`${name} cannot be reached`);
  };
  await tab('a1');
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight', 'ArrowRight', 's', 'Enter']) {
    await page.keyboard.press(key);
  }
  await square(page, 'c3, knight, start').waitFor();
  await tab('Solve');
  await page.keyboard.press('Enter');
  await page.locator('.caption').waitFor();
  await time(page).focus();
  await page.keyboard.press('End');
  await watch(page);
  assert.equal(await visited(page), 25);
  await page.keyboard.press('Home');
  assert.equal(await words(page), 'Before the first move');
  await end();
});

test('holes are drawn until there is no tour, and the board shows why', async () => {
  const { page, end } = await open('#solve');
  await press(page, 'Holes');
  await square(page, 'a1').click();
  await square(page, 'h8').click();
  await square(page, 'h8, hole').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Board' }).inputValue(), '8x8-a1,h8');
  await press(page, 'Solve');
  await watch(page);
  assert.match(
    (await page.locator('.result').textContent()) ?? '',
    /^There is no such tour: the board has 30 squares/,
  );
  const legend = page.getByRole('list', { name: 'What the colours mean' });
  assert.deepEqual(await legend.getByRole('listitem').allTextContents(), [
    '30 squares have the colour of a1',
    '32 squares have the other colour',
  ]);
  await page.waitForFunction(
    () => document.querySelectorAll('[aria-label$="the colour of a1"]').length === 30,
  );
  assert.deepEqual(await faults(page), []);
  const [proof] = await Promise.all([page.waitForEvent('download'), press(page, 'Download the certificate')]);
  assert.equal(proof.suggestedFilename(), 'proof-8x8-a1-h8.json');

  // A hole is filled again, and the answer goes.
  await square(page, 'h8').click();
  assert.ok(await page.locator('.result').isHidden());
  assert.equal(await page.getByRole('textbox', { name: 'Board' }).inputValue(), '8x8-a1');
  await end();
});

test('a start that no tour has, and a board that has none', async () => {
  const { page, end } = await open('#solve?board=5x5&from=b1&go=1');
  await watch(page);
  assert.match((await page.locator('.result').textContent()) ?? '', /b1 has the other/);
  await square(page, 'b1, step 1, wrong colour').waitFor();
  await page.getByRole('textbox', { name: 'Board' }).fill('4x4');
  await page.keyboard.press('Enter');
  await press(page, 'Solve');
  await watch(page);
  assert.match((await page.locator('.result').textContent()) ?? '', /There is no such tour/);

  // What cannot be read is told where it was written.
  await page.getByRole('textbox', { name: 'Board' }).fill('eight');
  await page.keyboard.press('Enter');
  await page.locator('.note', { hasText: 'write a board such as' }).waitFor();
  await end();
});

test('every kind of reason speaks of squares that are marked on the board', async () => {
  const problems: [kind: string, problem: Problem, spots: Record<string, string>, lines: number][] = [
    ['no-move', { board: '3x3' }, { b2: 'no move' }, 0],
    ['no-way', { board: '2x4' }, { a1: 'one part', b3: 'one part', a2: 'another part' }, 0],
    ['shared-neighbour', { board: '5x6-c3,c4', from: 'c2', to: 'b2' }, { a1: 'needs the end', c2: 'end' }, 2],
    ['step-colours', { board: '8x8', from: 'a1', to: 'c1' }, { a1: 'step 1', c1: 'step 64' }, 0],
    ['step-colours', { board: '6x6', clues: { a1: 1, b1: 3 } }, { a1: 'step 1', b1: 'step 3' }, 0],
    ['step-colour', { board: '5x5', from: 'b1' }, { b1: 'step 1, wrong colour' }, 0],
    [
      'ends-not-a-move-apart',
      { board: '8x8', closed: true, from: 'a1', to: 'h1' },
      { a1: 'end', h1: 'end' },
      0,
    ],
    ['ends-a-move-apart', { board: '8x8', open: true, from: 'a1', to: 'b3' }, { a1: 'end', b3: 'end' }, 1],
    ['outer-lines', { board: '4x5', from: 'b2' }, { b2: 'end on an inner line', a1: 'outer line' }, 0],
    ['cases', { board: '3x4', from: 'a1', to: 'a4' }, { a3: 'part of the reason' }, 0],
  ];
  for (const [kind, problem, spots, lines] of problems) {
    const { reason } = await ask<Impossible>(url(), 'solve', problem);
    assert.equal(reason.kind, kind, JSON.stringify(problem));
    const shape = parseBoard(problem.board);
    assert.ok(typeof shape !== 'string');
    const shown = showReason(reason, shape);
    for (const [name, label] of Object.entries(spots)) {
      assert.equal(shown.spots.get(squareOf(shape, name) ?? -1)?.label, label, `${kind}, ${name}`);
    }
    assert.equal(shown.lines.length, lines, kind);
    assert.ok(shown.legend.length > 0, kind);
  }
});

test('a rule that fails proves nothing, and auto decides', async () => {
  const { page, end } = await open('#solve?board=8x8-a1,h8&method=warnsdorff&go=1');
  await page.locator('.caption').waitFor();
  await press(page, 'To the end');
  assert.match((await page.locator('.result').textContent()) ?? '', /^No answer, which proves nothing\./);
  await press(page, 'Let auto decide');
  await page.locator('.result', { hasText: 'There is no such tour:' }).waitFor();
  await end();
});

test('two methods race to the end', async () => {
  const { page, end } = await open('#solve?board=6x6');
  await press(page, 'Race');
  await press(page, 'Start the race');
  await page.getByRole('slider', { name: 'Speed' }).fill('90');
  const table = page.getByRole('table', { name: 'In order of finishing' });
  await table.waitFor({ timeout: 20_000 });
  const rows = await table.getByRole('row').allTextContents();
  assert.equal(rows.length, 3);
  assert.ok(
    rows.some((row) => /warnsdorff(open|closed) tour/.test(row)),
    rows.join('\n'),
  );
  for (const lane of ['warnsdorff', 'backtracking']) {
    await page.getByRole('region', { name: lane }).getByText('Finished').waitFor();
  }
  assert.deepEqual(await faults(page), []);
  assert.match(page.url(), /methods=warnsdorff,backtracking&go=1/);
  await end();
});

test('a network and ants can be watched', async () => {
  const { page, end } = await open('#solve?board=6x6&method=neural&go=1');
  await page.locator('.caption').waitFor();
  await time(page).fill('3');
  assert.match((await words(page)) ?? '', /^(Attempt \d+, s|S)weep \d+: \d+ moves on, \d+ squares with two$/);
  await page.goto(page.url().replace('neural', 'ants'));
  await page.locator('.caption', { hasText: /^(Cycle|Visit|Walk|Before)/ }).waitFor();
  await press(page, 'To the end');
  assert.ok(await page.locator('.result').isVisible());
  await end();
});

test('downloads arrive', async () => {
  const { page, end } = await open('#solve?board=6x6&go=1');
  const fetched = async (kind: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, `Download ${kind}`)]);
    assert.equal(download.suggestedFilename(), `tour-6x6.${kind.toLowerCase()}`);
    return readFile(await download.path());
  };
  await page.getByRole('button', { name: 'Download SVG' }).waitFor();
  assert.match((await fetched('SVG')).toString(), /^(<\?xml|<svg)/);
  assert.equal((await fetched('PNG')).subarray(1, 4).toString(), 'PNG');
  assert.equal((await fetched('GIF')).subarray(0, 3).toString(), 'GIF');
  const outcome = JSON.parse((await fetched('JSON')).toString());
  assert.equal(outcome.outcome, 'found');
  assert.equal(outcome.squares.length, 36);
  await end();
});

test('a board of many squares has a keyboard too', async () => {
  const { page, end } = await open('#solve?board=40x40');
  const grid = page.locator('[role=grid][aria-rowcount="40"]');
  await grid.focus();
  for (const key of ['ArrowUp', 'End', 'ArrowLeft', 'Enter']) {
    await page.keyboard.press(key);
  }
  await page.waitForURL(/from=am2$/);
  await page.keyboard.press('Home');
  await page.locator('#voice', { hasText: /^a2$/ }).waitFor({ state: 'attached' });
  await page.keyboard.press('h');
  await page.keyboard.press('Enter');
  await page.waitForURL(/board=40x40-a2&from=am2$/);
  await end();
});

test('whoever wants no motion sees the end at once', async () => {
  const { page, end } = await open();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${page.url().split('#')[0]}#solve?board=6x6&go=1`);
  await page.reload();
  await watch(page);
  assert.equal(await time(page).inputValue(), await time(page).getAttribute('max'));
  await end();
});

test('work that ends after the room was left says nothing elsewhere, and its film waits', async () => {
  const { page, end } = await open('#solve?board=8x8');
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/film', async (route) => {
    await held;
    await route.continue();
  });
  await press(page, 'Solve');
  await page.getByRole('link', { name: 'Check' }).click();
  const answered = page.waitForResponse('**/film');
  goOn();
  await (await answered).finished();
  await page.waitForTimeout(300);
  assert.match(page.url(), /#check$/);
  assert.equal(await page.locator('#voice').textContent(), '');
  await page.getByRole('link', { name: 'Solve' }).click();
  await page.locator('.caption').waitFor();
  assert.match(page.url(), /#solve\?board=8x8&go=1$/);
  await end();
});

test('a double click begins the work, and does not stop it', async () => {
  const { page, end } = await open('#solve?board=8x8');
  await page.getByRole('button', { name: 'Solve', exact: true }).dblclick();
  await page.locator('.caption').waitFor();
  assert.match(page.url(), /go=1$/);
  await end();
});
