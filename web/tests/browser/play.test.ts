import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEVELS, levelTask } from '../../src/play/levels.ts';
import { problemOf } from '../../src/play/task.ts';
import { KNIGHT } from '../../src/squares.ts';
import { click, square, told, tourOf } from './hand.ts';
import { stage } from './harness.ts';

const { open, url } = stage();
const CORNER = LEVELS.findIndex((level) => level.board === '5x5' && level.from === 'a1') + 1;

test('every level has a tour', async () => {
  for (const level of LEVELS) {
    const tour = await tourOf(url(), problemOf(levelTask(level)));
    assert.equal(new Set(tour).size, tour.length, level.name);
  }
});

test('a tour of 5x5 is played by clicks, and the win is told', async () => {
  const tour = await tourOf(url(), { board: '5x5', from: 'a1' });
  const { page, end } = await open(`#play?level=${CORNER}`);
  await page.getByLabel('Coach: colours each next move').uncheck();
  await click(page, tour.slice(0, 3));
  await page.getByRole('button', { name: 'Undo' }).click();
  await told(page, '1 taken back');
  await click(page, tour.slice(2));
  await page.getByRole('heading', { name: 'Won!' }).waitFor();
  await told(page, /Well done! You found an open tour of 25 squares/);
  await told(page, /Your best time here: \d:\d\d/);
  // The next level begins with nothing on the board.
  await page.getByRole('button', { name: 'Next level' }).click();
  await told(page, /^0 of \d+ squares/);
  assert.match(page.url(), new RegExp(`#play\\?level=${CORNER + 1}$`));
  await end();
});

test('a tour of 5x5 is played by the keyboard alone', async () => {
  const tour = await tourOf(url(), { board: '5x5', from: 'a1' });
  const { page, end } = await open(`#play?level=${CORNER}`);
  for (let tries = 0; tries < 40; tries += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.getAttribute('role') === 'gridcell')) {
      break;
    }
  }
  const place = (name: string) => [name.charCodeAt(0), Number(name.slice(1))] as const;
  await page.keyboard.press('Enter');
  await told(page, '1 of 25 squares');
  let at = place('a1');
  for (const [step, name] of tour.entries()) {
    const to = place(name);
    const [right, up] = [to[0] - at[0], to[1] - at[1]];
    at = to;
    if (step === 0) {
      continue;
    }
    if (step % 2 === 0) {
      const move = KNIGHT.findIndex(([files, ranks]) => files === right && ranks === up);
      await page.keyboard.press(String(move + 1));
    } else {
      for (let count = 0; count < Math.abs(right); count += 1) {
        await page.keyboard.press(right > 0 ? 'ArrowRight' : 'ArrowLeft');
      }
      for (let count = 0; count < Math.abs(up); count += 1) {
        await page.keyboard.press(up > 0 ? 'ArrowUp' : 'ArrowDown');
      }
      await page.keyboard.press('Enter');
    }
    if (step === 5) {
      // Taken back three times, each in its own way, and played again.
      for (const key of ['u', 'Backspace', 'Control+z']) {
        await page.keyboard.press(key);
      }
      await told(page, '3 of 25 squares');
      for (const key of ['r', 'Control+y', 'Control+Shift+z']) {
        await page.keyboard.press(key);
      }
      await told(page, '6 of 25 squares');
      await square(page, name).focus();
    }
  }
  await page.getByRole('heading', { name: 'Won!' }).waitFor();
  await end();
});

test('a wrong square is answered with why, and nothing else happens', async () => {
  const { page, end } = await open('#play?board=5x5-c3');
  const said = page.locator('.said');
  for (const [name, why] of [
    ['e5', /e5 is not a knight's move from b3/i],
    ['a1', /a1 was visited at step 1/i],
    ['c3', /c3 is a hole/i],
  ] as const) {
    if (name === 'e5') {
      await click(page, ['a1', 'b3']);
    }
    await click(page, [name]);
    assert.match((await said.textContent()) ?? '', why);
    assert.match((await page.locator('#voice').textContent()) ?? '', why, 'the screen reader says it too');
    await told(page, '2 of 24 squares');
  }
  const named = page.getByLabel('Square, by name');
  await named.fill('z9');
  await named.press('Enter');
  assert.match((await said.textContent()) ?? '', /z9 is no square/i);
  await named.fill('d4');
  await named.press('Enter');
  await told(page, '3 of 24 squares');
  await end();
});

test('a losing move is followed, the reason told and shown, and the way back found', async () => {
  const { page, end } = await open('#play?board=5x5');
  await page.getByLabel('Coach: colours each next move').check();
  // Before the first move the coach knows where a tour can start.
  await page.getByRole('gridcell', { name: /^b1,.*loses/ }).click();
  await told(page, /Coach: .*13 squares of a1's colour and 12 of the other/);
  await page.getByRole('button', { name: 'Show why' }).click();
  await told(page, '12 squares have the other colour');
  await page.getByRole('button', { name: 'Hint' }).click();
  await told(page, 'No: it cannot be won from here any more.');
  await page.getByRole('button', { name: 'Back to where it can be won' }).click();
  await told(page, /1 move was taken back/);
  await told(page, '0 of 25 squares');
  // In the middle of a game: the corner e5 is cut off when both its neighbours are gone.
  await click(page, ['a1', 'c2', 'd4', 'b3', 'a5', 'c4', 'b2', 'd3']);
  await page.getByRole('button', { name: 'Back to where it can be won' }).click();
  await told(page, /moves? (was|were) taken back: from here it can be won/);
  await page
    .getByRole('gridcell', { name: /can be won/ })
    .first()
    .waitFor();
  await end();
});

test('whoever follows the hints wins', async () => {
  const { page, end } = await open('#play?board=5x5');
  await page.getByLabel('Coach: colours each next move').uncheck();
  for (let step = 1; step <= 25; step += 1) {
    await page.getByRole('button', { name: 'Hint' }).click();
    const hinted = page.getByRole('gridcell', { name: /, hint,/ });
    await hinted.click();
    await told(page, `${step} of 25 squares`);
  }
  await page.getByRole('heading', { name: 'Won!' }).waitFor();
  await told(page, '25 steps of 25 came from a hint.');
  await end();
});

test('an address holds the board, and the rest can be played by the server', async () => {
  const { page, end } = await open('#play?board=6x6-c3,d3&kind=closed', {
    width: 390,
    height: 844,
    touch: true,
  });
  assert.equal(await page.getByLabel('Kind').inputValue(), 'closed');
  await square(page, 'a1').tap();
  await page.getByRole('button', { name: 'Finish for me' }).tap();
  await told(page, /This is a closed tour of 34 squares/);
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    'nothing sticks out',
  );
  await end();
});

test('a game goes on after a reload, and after another room', async () => {
  const tour = await tourOf(url(), { board: '5x5', from: 'a1' });
  const { page, end } = await open('#play?board=5x5&from=a1');
  await click(page, tour.slice(0, 6));
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.reload();
  await told(page, 'Your game goes on.');
  await told(page, '5 of 25 squares');
  await told(page, '1 taken back');
  await page.getByRole('button', { name: 'Redo' }).click();
  await told(page, '6 of 25 squares');
  await page.getByRole('link', { name: 'Check' }).click();
  await page.goBack();
  await told(page, '6 of 25 squares');
  // What is kept there is not believed.
  await page.evaluate(() => {
    const key = 'caracole.game.play';
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    sessionStorage.setItem(key, JSON.stringify({ ...kept, played: [0, 1, 999, 'x'] }));
    addEventListener('visibilitychange', (event) => event.stopImmediatePropagation(), true);
  });
  await page.reload();
  await told(page, '0 of 25 squares');
  await end();
});

test('keys play nothing while the help is open', async () => {
  const { page, end } = await open(`#play?level=${CORNER}`);
  await click(page, ['a1']);
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.keyboard.press('1');
  await page.keyboard.press('Escape');
  await told(page, '1 of 25 squares');
  await page.keyboard.press('1');
  await told(page, '2 of 25 squares');
  await end();
});

test('a board of one’s own has holes where one clicks', async () => {
  const { page, end } = await open('#play?board=5x5');
  await page.getByRole('button', { name: 'Make holes' }).click();
  await click(page, ['c3', 'a1']);
  await square(page, 'c3, hole').waitFor();
  await click(page, ['a1']);
  await told(page, 'a1 is a square now.');
  assert.match(page.url(), /#play\?board=5x5-c3$/);
  await page.getByRole('button', { name: 'Make holes' }).click();
  await click(page, ['a1']);
  await told(page, '1 of 24 squares');
  await end();
});
