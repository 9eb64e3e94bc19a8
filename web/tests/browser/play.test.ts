import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Advice } from '../../src/api.ts';
import { knightOf, legalMoves, newGame, numberedMove, play } from '../../src/play/game.ts';
import { LEVELS, levelTask } from '../../src/play/levels.ts';
import { squareAtStep, taskFromQuery, taskToProblem } from '../../src/play/task.ts';
import { fileOf, nameOf, rankOf, squaresNamed } from '../../src/squares.ts';
import { AROUND, DEAD_END } from '../screens.ts';
import { ask, click, head, square, stage, tourOf, waitForCount } from './harness.ts';

const { open, url } = stage();

const press = (page: Page, name: string) =>
  page.locator('main').getByRole('button', { name, exact: true }).first().click();

test('every level has a tour', async () => {
  for (const level of LEVELS) {
    await tourOf(url(), taskToProblem(levelTask(level)));
  }
});

test('the page has the same moves as the engine, on all boards and for all pieces', async () => {
  for (const query of [
    'board=5x5',
    'board=8x8-c3,d5',
    'board=cylinder:5x3',
    'board=torus:4x4',
    'board=torus:5x6-a1',
    'board=6x6&piece=camel',
    'board=7x7&piece=zebra',
    'board=7x7&piece=giraffe',
    'board=4x4&piece=king',
    'board=cylinder:5x4&piece=wazir',
    'board=6x6&clues=a1=1,b3=2,f6=13',
    'board=6x6&kind=closed&piece=1,2;0,3',
  ]) {
    const task = taskFromQuery(new URLSearchParams(query)) ?? assert.fail(query);
    const name = (square: number) => nameOf(task.shape, square);
    let game = newGame(task);
    for (let step = 0; step < 5; step += 1) {
      const moves = legalMoves(game);
      if (game.played.length > 0 && moves.length > 0) {
        const played = game.played.map(name);
        const advice = await ask<Advice>(url(), 'coach', { ...taskToProblem(task), played });
        assert.deepEqual(
          moves.map(name).sort(),
          advice.moves.map((move) => move.square).sort(),
          `${query} ${played}`,
        );
      }
      game = play(game, moves[step % Math.max(1, moves.length)] ?? 0);
    }
    assert.ok(game.played.length > 2, query);
  }
});

test('13 levels are won by keyboard alone', async () => {
  const { page, end } = await open('#play?level=1');
  for (const [at, level] of LEVELS.slice(0, 13).entries()) {
    const task = levelTask(level);
    const { shape } = task;
    const squares = squaresNamed(shape, await tourOf(url(), taskToProblem(task)));
    await page.locator('.task .over', { hasText: `Level ${at + 1} of 24` }).waitFor();
    await page.locator('.skip').focus();
    await page.keyboard.press('Enter');
    let game = newGame(task);
    if (squareAtStep(task, 1) === undefined) {
      const start = squares[0] ?? assert.fail();
      await page.keyboard.press('Control+End');
      await page.keyboard.press('Home');
      for (let count = 0; count < fileOf(shape, start); count += 1) {
        await page.keyboard.press('ArrowRight');
      }
      for (let count = 0; count < rankOf(shape, start); count += 1) {
        await page.keyboard.press('ArrowUp');
      }
      await page.keyboard.press('Enter');
      game = play(game, start);
    }
    for (const target of squares.slice(game.played.length)) {
      const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
      await page.keyboard.press(String(numbers.find((number) => numberedMove(game, number) === target)));
      game = play(game, target);
      assert.equal(knightOf(game), target);
    }
    await head(page, /omplete$/).waitFor();
    await page.locator('.answer .say', { hasText: 'No help, nothing undone.' }).waitFor();
    // The next level is the first button of the answer.
    const next = page.getByRole('button', { name: 'Next level' });
    for (let count = 0; count < 20; count += 1) {
      await page.keyboard.press('Tab');
      if (await next.evaluate((element) => element === document.activeElement)) {
        break;
      }
    }
    await page.keyboard.press('Enter');
  }
  await page.evaluate(() => {
    location.hash = '#play';
  });
  await page.locator('main').getByText('39 of 72 stars').waitFor();
  await end();
});

test('a game starts without marks of the coach, and a win is told as it was', async () => {
  const { page, end } = await open('#play?level=1');
  await head(page, '8 squares').waitFor();
  await page.locator('main').getByText('Choose a start square.').waitFor();
  await click(page, ['a1', 'b3']);
  await head(page, '2 of 8').waitFor();
  await page.locator('main').getByText('1 move possible.').waitFor();
  assert.equal(await page.getByRole('gridcell', { name: /safe|no tour possible/ }).count(), 0);
  await press(page, 'Undo');
  await click(page, AROUND.slice(1));
  await head(page, 'Closed tour complete').waitFor();
  await page
    .locator('main')
    .getByText(/^8 squares in \d+:\d\d\. No help, 1 move undone\. Best time\.$/)
    .waitFor();
  // The goal of the level is 0 undone moves.
  assert.equal(await page.locator('.answer .stars').textContent(), '★★☆');
  await press(page, 'Undo');
  await head(page, '7 of 8').waitFor();
  await page.getByRole('link', { name: 'All levels' }).click();
  await page.locator('main').getByText('2 of 72 stars').waitFor();
  await page.getByRole('link', { name: /Around the block 2 of 3 stars \d/ }).waitFor();
  await page.evaluate(() => {
    location.hash = '';
  });
  await page.getByRole('link', { name: 'Continue: level 2' }).waitFor();
  await end();
});

test('a dead end offers undo and what went wrong, and then the coach', async () => {
  const { page, end } = await open('#play?level=4');
  await page.locator('main').getByText('Start on a1.').waitFor();
  await click(page, DEAD_END);
  await head(page, 'Dead end').waitFor();
  await page.locator('main').getByText('No move is left and 13 squares are unvisited.').waitFor();
  await waitForCount(page, /missed/, 13);
  await press(page, 'What went wrong?');
  await head(page, 'Move 8 was the mistake').waitFor();
  await page.getByRole('gridcell', { name: /^c2, step 8, the mistake/ }).waitFor();
  await press(page, 'Back to move 7');
  await head(page, '7 of 25').waitFor();
  // Undo returns to the dead end, which is the second one now.
  await press(page, 'Undo');
  await page.locator('main').getByText('The coach marks safe moves. It costs one star.').waitFor();
  await press(page, 'Turn on the coach');
  await page.locator('main').getByText('✓ a tour is still possible').waitFor();
  await end();
});

test('the coach marks moves, and a hint is asked for first', async () => {
  const { page, end } = await open('#play?level=4');
  await press(page, 'Hint');
  await page.locator('main').getByText('A hint costs one star.').waitFor();
  await press(page, 'Show hint');
  await head(page, /^Hint: (b3|c2)$/).waitFor();
  await page.getByRole('gridcell', { name: /hint$/ }).waitFor();
  await page.getByLabel(/^Coach/).check();
  await page.getByRole('gridcell', { name: /^b3, unvisited, possible move, safe/ }).waitFor();
  await click(page, ['b3', 'd4', 'e2', 'c1']);
  await page
    .getByRole('gridcell', { name: /possible move, (safe|no tour possible)$/ })
    .first()
    .waitFor();
  await end();
});

test('the computer finishes, without stars, and undo returns', async () => {
  const { page, end } = await open('#play?level=4');
  await click(page, ['b3']);
  await press(page, 'Finish for me');
  await head(page, 'Finished by the computer').waitFor();
  await page.locator('main').getByText('No stars. Continue yourself from move 2.').waitFor();
  assert.equal(await page.locator('.answer .stars').count(), 0);
  await press(page, 'Back to move 2');
  await head(page, '2 of 25').waitFor();
  await end();
});

test('undo, redo and restart, by keys, and restart can be undone', async () => {
  const { page, end } = await open('#play?level=4');
  await click(page, ['b3', 'd4']);
  await page.keyboard.press('u');
  await head(page, '2 of 25').waitFor();
  await page.keyboard.press('r');
  await head(page, '3 of 25').waitFor();
  await press(page, 'Restart');
  await head(page, '25 squares').waitFor();
  await page.keyboard.press('Control+z');
  await head(page, '3 of 25').waitFor();
  await page.keyboard.press('Control+z');
  await head(page, '2 of 25').waitFor();
  await click(page, ['a2']);
  await page.locator('main').getByText('a2 is not one move from b3.').waitFor();
  await end();
});

test('a touch beside a ring counts for it, a drag moves and undoes', async () => {
  const { page, end } = await open('#play?level=4', { width: 390, height: 844, touch: true });
  const centre = async (name: string) => {
    const box = (await square(page, name).boundingBox()) ?? assert.fail(name);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, side: box.width };
  };
  const b3 = await centre('b3');
  // In b4, near the edge to b3.
  await page.touchscreen.tap(b3.x, b3.y - 0.6 * b3.side);
  await head(page, '2 of 25').waitFor();
  const d4 = await centre('d4');
  await page.mouse.move(b3.x, b3.y);
  await page.mouse.down();
  await page.mouse.move(d4.x, d4.y, { steps: 4 });
  await page.mouse.up();
  await head(page, '3 of 25').waitFor();
  const a1 = await centre('a1');
  await page.mouse.move(d4.x, d4.y);
  await page.mouse.down();
  await page.mouse.move(a1.x, a1.y, { steps: 4 });
  await page.mouse.up();
  await head(page, '25 squares').waitFor();
  await end();
});

test('a game survives a reload, and so does a link to one', async () => {
  const { page, end } = await open('#play?level=4');
  await click(page, ['b3', 'd4']);
  await page.reload();
  await head(page, '3 of 25').waitFor();
  await page.evaluate(() => {
    location.hash = '#play?board=6x6&kind=closed&played=a1,b3,c5';
  });
  await head(page, '3 of 36').waitFor();
  await page.locator('main').getByText('end one move from the start').waitFor();
  await click(page, ['d3']);
  await page.reload();
  await head(page, '4 of 36').waitFor();
  await end();
});

test('other rules: a cylinder, a torus, a camel, and steps that are fixed', async () => {
  const { page, end } = await open('#play?level=17');
  for (const number of [17, 18, 19, 20]) {
    await page.evaluate((number) => {
      location.hash = `#play?level=${number}`;
    }, number);
    await page.locator('.task .over', { hasText: `Level ${number} of` }).waitFor();
    const task = levelTask(LEVELS[number - 1] ?? assert.fail());
    await click(
      page,
      (await tourOf(url(), taskToProblem(task))).slice(squareAtStep(task, 1) === undefined ? 0 : 1),
    );
    await head(page, /omplete$/).waitFor();
  }
  await end();
});

test('a finished tour is kept as a picture and as a link', async () => {
  const { page, end } = await open('#play?level=19');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const task = levelTask(LEVELS[18] ?? assert.fail());
  await click(page, await tourOf(url(), taskToProblem(task)));
  await press(page, 'Save or share');
  const sheet = page.getByRole('dialog', { name: 'Save or share' });
  const pressed = sheet.getByRole('button', { name: 'PNG', exact: true }).click();
  const [picture] = await Promise.all([page.waitForEvent('download'), pressed]);
  assert.match(picture.suggestedFilename(), /^tour-6x6.*\.png$/);
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied.').first().waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#check\?board=6x6-.*&piece=camel&squares=/);
  await page.goto(link);
  await page.reload();
  await head(page, /^Valid (open|closed) tour of/).waitFor();
  await end();
});

test("today's board is played, and any other board", async () => {
  const { page, end } = await open('#play');
  await page.getByRole('link', { name: "Today's board" }).click();
  await page.waitForURL(/#play\?day=\d{4}-\d\d-\d\d$/);
  await page.getByRole('heading', { name: "Today's board" }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Your own board' }).click();
  await page.getByRole('button', { name: 'Board 5×5' }).click();
  await page.waitForURL(/#play\?board=5x5$/);
  await head(page, '25 squares').waitFor();
  await end();
});
