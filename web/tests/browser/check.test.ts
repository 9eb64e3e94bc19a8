import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stage } from './harness.ts';

const { open } = stage();

test('a wrong tour is told with every defect, which are shown on the board', async () => {
  const { page, end } = await open('#check');
  await page.getByRole('button', { name: 'Show me a wrong one' }).click();
  await page.getByRole('heading', { name: 'Not valid on 5x5: 2 defects' }).waitFor();
  const defects = page.getByRole('list', { name: 'Defects' }).getByRole('listitem');
  assert.deepEqual(await defects.allTextContents(), [
    'step 12: from c5 to d2 is no move',
    'step 14: from e4 to b1 is no move',
  ]);
  await page.getByRole('gridcell', { name: 'd2, 12, not a move' }).waitFor();
  // Another one, pasted, in which squares are missing and one comes twice.
  await page.getByRole('textbox', { name: 'A tour' }).fill('a1 b3 c1 a2 c3 b1 a3 c2 a1');
  await page.getByText('More is asked of it').click();
  await page.getByLabel('Board, if the text does not tell').fill('3x3');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByRole('heading', { name: /^Not valid on 3x3/ }).waitFor();
  const texts = (await defects.allTextContents()).join('\n');
  assert.match(texts, /b2/);
  assert.match(texts, /a1/);
  await end();
});

test('a right tour is valid, with its facts, and open to other rooms', async () => {
  const { page, end } = await open('#check');
  await page.getByRole('button', { name: 'and a right one' }).click();
  await page.getByRole('heading', { name: 'Valid: a closed tour of 6x6' }).waitFor();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name }).getByRole('cell');
  assert.equal(await row('Turns').textContent(), '36 changes of direction');
  assert.match((await row('Crossings').textContent()) ?? '', /^60 times/);
  assert.match((await row('Symmetry').textContent()) ?? '', /^none/);
  await page.getByRole('link', { name: 'Its number among all tours' }).click();
  await page.getByText('Number 17 of 9,862 undirected closed tours').first().waitFor();
  await end();
});

test('what is asked more is checked too; what cannot be read is told at the field', async () => {
  const { page, end } = await open('#check', { refused: true });
  await page.getByRole('button', { name: 'and a right one' }).click();
  await page.getByRole('heading', { name: /^Valid/ }).waitFor();
  await page.getByText('More is asked of it').click();
  await page.getByLabel('Kind').selectOption('open');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByRole('heading', { name: /^Not valid/ }).waitFor();
  const text = page.getByRole('textbox', { name: 'A tour' });
  await text.fill('what is this?');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('could not recognise a tour').waitFor();
  assert.equal(await text.getAttribute('aria-invalid'), 'true');
  await end();
});

test('a file is read here, and one that is too large is not', async () => {
  const { page, end } = await open('#check');
  const file = page.getByLabel('A file with a tour');
  const buffer = Buffer.from('a1 b3 c1 a2 c3 b1 a3 c2\n');
  await file.setInputFiles({ name: 'small.txt', mimeType: 'text/plain', buffer });
  await page.getByRole('heading', { name: /^Not valid on 3x3: 1 defect$/ }).waitFor();
  const large = Buffer.alloc(2_000_000, 'a1 ');
  await file.setInputFiles({ name: 'large.txt', mimeType: 'text/plain', buffer: large });
  await page.getByText('large.txt is too large for the page').waitFor();
  await end();
});

test('the right beginning of a wrong tour is played on', async () => {
  const { page, end } = await open('#check');
  // The last step is no move, and four squares are missing.
  await page.getByRole('textbox', { name: 'A tour' }).fill('a1 b3 c1 a2 c3 b1 a3 c2 c4');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByRole('link', { name: 'Play on from step 8, c2' }).click();
  await page.getByText('8 squares were played for you.').first().waitFor();
  await page.getByText('8 of 12 squares').waitFor();
  assert.match(page.url(), /#play\?board=3x4$/);
  await page.goBack();
  await page.getByRole('heading', { name: /^Not valid on 3x4/ }).waitFor();
  await end();
});
