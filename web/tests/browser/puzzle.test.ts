import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { problemOf, taskIn } from '../../src/play/task.ts';
import { click, square, told, tourOf } from './hand.ts';
import { stage } from './harness.ts';

const { open, url } = stage();

/** Two tours fit: found by the server, and told below. */
const DOUBTFUL = '#puzzle?board=5x5&clues=a1=1,c3=25';

test('a puzzle is made, its link opened in a new page, and solved there', async () => {
  const first = await open('#puzzle');
  await told(first.page, /exactly one solution/);
  await first.page.getByText('What kind of puzzle').click();
  await first.page.getByRole('button', { name: 'Board 5x5' }).click();
  await first.page.getByLabel('As few numbers as possible').check();
  await first.page.getByRole('button', { name: 'Another one' }).click();
  await told(first.page, /none can be left out/);
  const link = await first.page.getByLabel('This link holds the whole puzzle').inputValue();
  assert.equal(link, first.page.url(), 'it is the puzzle that is shown');
  await first.end();

  const hash = new URL(link).hash;
  assert.match(hash, /board=5x5&/);
  const task = taskIn(new URLSearchParams(hash.split('?')[1]));
  assert.ok(typeof task !== 'string' && task.clues.size > 0, hash);
  const tour = await tourOf(url(), problemOf(task));

  const { page, end } = await open(hash);
  await page.getByRole('button', { name: 'Is it unique?' }).click();
  await told(page, /Yes: it has exactly one solution/);
  await click(page, tour.slice(0, 12));
  await page.getByRole('button', { name: 'Am I still right?' }).click();
  await told(page, 'Yes: from here it can be won.');
  await click(page, tour.slice(12));
  await page.getByRole('heading', { name: 'Solved!' }).waitFor();
  await end();
});

test('a clue is met at its step, or the reason is told; the solution is shown only when wanted', async () => {
  const { page, end } = await open('#puzzle?board=5x5&clues=a1=1,a5=3,c3=25');
  await click(page, ['b3']);
  await told(page, 'The tour starts on a1.');
  await click(page, ['a1', 'b3', 'd4']);
  await told(page, 'Step 3 is a5.');
  await click(page, ['a5']);
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await told(page, 'That gives the puzzle away.');
  await page.getByRole('button', { name: 'Yes, show it' }).click();
  await page.getByRole('heading', { name: 'The solution' }).waitFor();
  await square(page, 'c3')
    .and(page.getByLabel(/step 25/))
    .waitFor();
  await end();
});

test('a puzzle of one’s own with two solutions is told, and both are shown', async () => {
  const { page, end } = await open('#puzzle?board=5x5');
  await square(page, 'a1').click();
  await page.keyboard.press('1');
  await square(page, 'c3').click();
  await page.keyboard.type('25');
  await page.waitForURL((url) => url.hash === DOUBTFUL);
  await square(page, 'e5').click();
  await page.keyboard.press('1');
  await told(page, 'Step 1 already stands on a1.');
  await page.getByRole('button', { name: 'Is it unique?' }).click();
  await told(page, /more than one solution/);
  const differ = page.getByRole('gridcell', { name: /in the other solution/ });
  const count = await differ.count();
  assert.ok(count > 1);
  const label = await differ.first().getAttribute('aria-label');
  const [, name, one, two] =
    /^(\w+), step (\d+), step (\d+) in/.exec(label ?? '') ?? assert.fail(label ?? '');
  await page.getByRole('button', { name: 'Second solution' }).click();
  await page.getByRole('gridcell', { name: `${name}, step ${two}, step ${one} in the other` }).waitFor();
  assert.equal(await differ.count(), count);
  await end();
});

test('a puzzle without a solution is told why', async () => {
  const { page, end } = await open('#puzzle?board=5x5&clues=b1=1');
  await page.getByRole('button', { name: 'Is it unique?' }).click();
  await told(page, /No: it has no solution: .*13 squares/);
  await end();
});

test('a link that holds no puzzle is told', async () => {
  const { page, end } = await open('#puzzle?board=5x5&clues=a1=99');
  await told(page, /This link holds no puzzle: a1 cannot be step 99/);
  await end();
});

test('the sheet is downloaded, and printed alone', async () => {
  const { page, end } = await open('#puzzle');
  await told(page, /exactly one solution/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the sheet' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^puzzle-6x6\.svg$/);
  assert.match(readFileSync(await download.path(), 'utf8'), /^<\?xml|^<svg/);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await page.locator('body[data-printed]').waitFor();
  await page.emulateMedia({ media: 'print' });
  assert.ok(await page.getByAltText('The puzzle').isVisible());
  assert.ok(!(await page.locator('#app').isVisible()));
  await page.emulateMedia({ media: 'screen' });
  assert.ok(await page.locator('#app').isVisible());
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  assert.equal(await page.locator('.sheet').count(), 0);
  await end();
});
