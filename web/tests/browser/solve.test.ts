import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { click, head, hold, settled, square, stage, waitForCount } from './harness.ts';

const { open } = stage();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('the answer is there at once, and the replay comes after it', async () => {
  const { page, end } = await open('#solve?board=8x8&from=a1&method=warnsdorff');
  await head(page, 'Open tour found').waitFor();
  await page.locator('main').getByText('64 squares, no backtracks.').waitFor();
  await square(page, 'a1')
    .and(page.getByRole('gridcell', { name: 'a1, step 1', exact: true }))
    .waitFor();
  await waitForCount(page, /step/, 64);
  // With reduced motion, the replay goes in single steps.
  await press(page, 'Replay');
  await page.locator('.place', { hasText: 'Step 1 of 64' }).waitFor();
  await page.getByRole('gridcell', { name: 'b3, 5 onward moves', exact: true }).waitFor();
  await press(page, 'Step forward');
  await page.locator('.place', { hasText: 'Step 2 of 64' }).waitFor();
  await page.getByRole('slider', { name: 'Step' }).fill('41');
  await waitForCount(page, /, step/, 41);
  await press(page, 'Step back');
  await page.locator('.place', { hasText: 'Step 40 of 64' }).waitFor();
  await end();
});

test('a typed board is answered on Enter, an error keeps the answer, and Back returns', async () => {
  const { page, end } = await open('#solve?board=8x8');
  await head(page, 'Closed tour found').waitFor();
  const board = page.getByRole('textbox', { name: 'Board' });
  await board.fill('12x7');
  await board.press('Enter');
  await page.locator('main').getByText('84 squares in').waitFor();
  assert.match(page.url(), /#solve\?board=12x7$/);
  await board.fill('9y9');
  await board.press('Enter');
  await page.locator('main').getByText('‘9y9’ is not a board. Write columns x rows, such as 8x8.').waitFor();
  await page.locator('main').getByText('84 squares in').waitFor();
  await board.fill('3x3x4');
  await board.press('Enter');
  await page.locator('main').getByText('caracole solve box:3x3x4').waitFor();
  await page.locator('.error').getByRole('button', { name: 'Copy command', exact: true }).waitFor();
  await board.fill('7');
  await board.press('Enter');
  await page.locator('main').getByText('49 squares in').waitFor();
  await page.goBack();
  await page.locator('main').getByText('84 squares in').waitFor();
  await page.goBack();
  await page.locator('main').getByText('64 squares in').waitFor();
  assert.equal(await board.inputValue(), '8x8');
  await end();
});

test('a tap changes nothing without a tool, and an edit can be undone', async () => {
  const { page, end } = await open('#solve?board=5x5');
  await head(page, 'Open tour found').waitFor();
  await square(page, 'c3').click();
  await page.locator('.place', { hasText: /^c3: step \d+/ }).waitFor();
  await head(page, 'Open tour found').waitFor();
  await page.getByRole('group', { name: 'Edit board' }).getByRole('button', { name: 'Start' }).click();
  await square(page, 'b1').click();
  await head(page, 'No such tour exists').waitFor();
  assert.match(page.url(), /from=b1/);
  await page.locator('.toast', { hasText: 'Start set to b1.' }).getByRole('button', { name: 'Undo' }).click();
  await head(page, 'Open tour found').waitFor();
  await page.getByRole('group', { name: 'Edit board' }).getByRole('button', { name: 'Holes' }).click();
  await square(page, 'c3').click();
  await page.waitForURL(/board=5x5-c3/);
  await page.goBack();
  await page.waitForURL(/board=5x5$/);
  await end();
});

test('an impossible board shows its reason, and the smallest change that helps', async () => {
  const { page, end } = await open('#solve?board=8x8&from=a1&to=h8');
  await head(page, 'No such tour exists').waitFor();
  await page
    .locator('main')
    .getByText('a1 and h8 have the same colour, but 63 moves always end on the other colour.')
    .waitFor();
  await page.getByRole('gridcell', { name: 'h8, must be step 64', exact: true }).waitFor();
  const [proof] = await Promise.all([page.waitForEvent('download'), press(page, 'Save the proof')]);
  assert.equal(proof.suggestedFilename(), 'proof-8x8.json');
  assert.equal(JSON.parse((await readFile(await proof.path())).toString()).kind, 'step-colours');
  await press(page, 'End on any square');
  await head(page, /tour found/).waitFor();
  await page.evaluate(() => {
    location.hash = '#solve?board=4x4';
  });
  await page
    .locator('main')
    .getByText('The best path visits 15 of 16 squares. Proved by Chia and Ong, 2005.')
    .waitFor();
  await page.getByRole('gridcell', { name: /missed/ }).waitFor();
  await press(page, 'Use 5×5');
  await head(page, 'Open tour found').waitFor();
  await end();
});

test('a rule that fails proves nothing, and automatic decides', async () => {
  const { page, end } = await open('#solve?board=8x8-a1,h8&method=warnsdorff');
  await head(page, 'No answer').waitFor();
  await page
    .locator('main')
    .getByText(/^Warnsdorff's rule got stuck after \d+ of 62 squares\. A tour may still exist\.$/)
    .waitFor();
  await press(page, 'Use automatic');
  await head(page, 'No such tour exists').waitFor();
  await page.locator('main').getByText('30 squares are striped and 32 are plain.').waitFor();
  await end();
});

test('other pieces, cylinders and large boards are answered', async () => {
  const { page, end } = await open('#solve?board=10x10');
  await page.getByLabel('Piece').selectOption('zebra');
  await head(page, /./).waitFor();
  assert.match(page.url(), /piece=zebra/);
  await page.evaluate(() => {
    location.hash = '#solve?board=cylinder:5x3';
  });
  await head(page, /tour found/).waitFor();
  await page.evaluate(() => {
    location.hash = '#solve?board=300x300';
  });
  await page.locator('main').getByText('90,000 squares in').waitFor();
  await end();
});

test('a slow answer shows progress and can be stopped', async () => {
  const { page, end } = await open('#solve?board=8x8');
  await head(page, 'Closed tour found').waitFor();
  const release = await hold(page, '**/solve');
  await page.getByRole('button', { name: 'Board 6×6' }).click();
  await head(page, /^Searching… \d/).waitFor();
  await press(page, 'Stop');
  await head(page, 'Stopped').waitFor();
  await release();
  await press(page, 'Search again');
  await page.locator('main').getByText('36 squares in').waitFor();
  await end();
});

test('save or share: pictures, data and a link', async () => {
  const { page, end } = await open('#solve?board=6x6');
  await press(page, 'Save or share');
  const sheet = page.getByRole('dialog', { name: 'Save or share' });
  const fetched = async (name: string) => {
    const pressed = sheet.getByRole('button', { name, exact: true }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), pressed]);
    return readFile(await download.path());
  };
  assert.equal((await fetched('PNG')).subarray(1, 4).toString(), 'PNG');
  assert.match((await fetched('SVG')).toString(), /^(<\?xml|<svg)/);
  assert.equal((await fetched('GIF')).subarray(0, 3).toString(), 'GIF');
  assert.equal((await fetched('PDF')).subarray(0, 4).toString(), '%PDF');
  const grid = (await fetched('Grid')).toString().trim().split(/\s+/).map(Number);
  assert.deepEqual(
    [...grid].sort((a, b) => a - b),
    Array.from({ length: 36 }, (_, at) => at + 1),
  );
  assert.equal((await fetched('Squares')).toString().trim().split(' ').length, 36);
  assert.equal(JSON.parse((await fetched('JSON')).toString()).outcome, 'found');
  await end();
});

test('another tour is another one', async () => {
  const { page, end } = await open('#solve?board=8x8');
  await head(page, 'Closed tour found').waitFor();
  const tour = () =>
    page.evaluate(() => [...document.querySelectorAll('[data-square]')].map((cell) => cell.ariaLabel).join());
  const before = await tour();
  await press(page, 'Another tour');
  await page.waitForFunction(
    (before) =>
      [...document.querySelectorAll('[data-square]')].map((cell) => cell.ariaLabel).join() !== before,
    before,
  );
  assert.match(page.url(), /seed=\d+/);
  await end();
});

test('everything works without a mouse', async () => {
  const { page, end } = await open('#solve?board=5x5');
  await head(page, 'Open tour found').waitFor();
  await page.locator('.skip').focus();
  await page.keyboard.press('Enter');
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight', 'ArrowRight', 's', 'Enter']) {
    await page.keyboard.press(key);
  }
  await page.waitForURL(/from=c3/);
  await page.keyboard.press('Escape');
  await page.getByRole('gridcell', { name: 'c3, step 1', exact: true }).waitFor();
  await page.keyboard.press(' ');
  await page.locator('.place', { hasText: /^Step 2 of 25/ }).waitFor();
  await page.keyboard.press('.');
  await page.locator('.place', { hasText: /^Step 3 of 25/ }).waitFor();
  await end();
});

test('a board of many squares has a keyboard too', async () => {
  const { page, end } = await open('#solve?board=40x40');
  const grid = page.getByRole('application');
  await grid.focus();
  await head(page, /tour found/).waitFor();
  for (const key of ['s', 'ArrowUp', 'End', 'ArrowLeft']) {
    await page.keyboard.press(key);
  }
  const answered = page.waitForResponse('**/solve');
  await page.keyboard.press('Enter');
  await page.waitForURL(/from=am2$/);
  await (await answered).finished();
  await settled(page);
  await page.locator('#voice', { hasText: /tour found/ }).waitFor({ state: 'attached' });
  await page.keyboard.press('Home');
  await page.locator('#voice', { hasText: /^a2/ }).waitFor({ state: 'attached' });
  await end();
});

test('methods are compared by measured time, with their units', async () => {
  const { page, end } = await open('#compare?board=6x6&from=a1&methods=warnsdorff,backtracking,neural');
  await page.getByRole('button', { name: 'Run again' }).waitFor();
  const rows = await page.getByRole('row').allTextContents();
  // The order of the answers is the order of their measured times.
  assert.match(rows.find((row) => row.includes('Warnsdorff')) ?? '', /^[12].*Open tour.*s35 moves0$/);
  assert.match(rows.find((row) => /^\dBacktracking/.test(row)) ?? '', /^[12].*s248,168 moves248,133$/);
  assert.match(rows[3] ?? '', /^–Neural network.*updates–$/);
  await page.locator('main').getByText('Each method counts work in its own unit.').waitFor();
  await page
    .locator('main')
    .getByText(/6×6, any tour from a1\. Each method ran alone/)
    .waitFor();
  await page.getByRole('slider', { name: 'Step' }).fill('20');
  await page.getByRole('img', { name: "Board of Warnsdorff's rule" }).waitFor();
  // Old addresses of races keep working.
  await page.goto(`${page.url().split('#')[0]}#solve?board=5x5&from=a1&methods=exact,ants&go=1`);
  await page.getByRole('row', { name: /Exact search/ }).waitFor();
  await page.waitForURL(/#compare\?board=5x5&from=a1&methods=exact,ants$/);
  await end();
});

test('what was asked on a page that was left does not appear elsewhere', async () => {
  const { page, end } = await open('#solve?board=8x8');
  await head(page, 'Closed tour found').waitFor();
  const release = await hold(page, '**/solve');
  await page.getByRole('button', { name: 'Board 6×6' }).click();
  await page.getByRole('link', { name: 'Check', exact: true }).click();
  await head(page, 'Not a tour: 2 mistakes').waitFor();
  const answered = page.waitForResponse('**/solve');
  await release();
  await (await answered).finished();
  await settled(page);
  assert.match(page.url(), /#check/);
  await page.getByRole('link', { name: 'Solve', exact: true }).click();
  await page.locator('main').getByText('36 squares in').waitFor();
  assert.match(page.url(), /#solve\?board=6x6$/);
  await click(page, ['a1']);
  await end();
});
