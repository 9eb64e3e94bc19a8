import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { head, square, stage, waitForCount } from './harness.ts';

const { open } = stage();

const press = (page: Page, name: string) =>
  page.locator('.answer, .settings').getByRole('button', { name, exact: true }).first().click();

test('a known number is there at once with its source, and can be counted here', async () => {
  const { page, end } = await open('#numbers');
  await head(page, '13,267,364,410,532').waitFor();
  await page
    .locator('main')
    .getByText(/closed tours of 8×8\. A tour and its reverse count once\. Source: OEIS A193055/)
    .waitFor();
  await page.getByRole('button', { name: 'Board 6×6' }).click();
  await head(page, '9,862').waitFor();
  await press(page, 'Count it here');
  await page.locator('main').getByText('The table has the same number.').waitFor();
  await page.goBack();
  await head(page, '13,267,364,410,532').waitFor();
  await end();
});

test('a number that no table has is counted, with progress, and can be stopped', async () => {
  const { page, end } = await open('#numbers?board=5x5-c3');
  await head(page, 'Not in the table').waitFor();
  await page.getByText('A count of 5×5 takes a second or less.').waitFor();
  await press(page, 'Count');
  await page.locator('main').getByText('Counted on this server in').waitFor();
  await page.evaluate(() => {
    location.hash = '#numbers?board=7x8-a1,a2';
  });
  await press(page, 'Count');
  await head(page, /^Counting…/).waitFor();
  await press(page, 'Stop');
  await head(page, 'Not counted').waitFor();
  await end();
});

test('start squares are rings and crosses, and lead to a tour', async () => {
  const { page, end } = await open('#numbers?board=5x5&show=starts');
  await head(page, '13 of 25 squares').waitFor();
  await waitForCount(page, /, a tour starts here/, 13);
  await waitForCount(page, /, no tour starts here/, 12);
  await press(page, 'Count the tours from each square');
  await page.getByRole('gridcell', { name: 'a1, 304 tours' }).waitFor();
  await square(page, 'b1').click();
  await page.getByRole('link', { name: 'Tour from b1' }).click();
  await head(page, 'No such tour exists').waitFor();
  await end();
});

test('symmetry: rotations and reflections count once', async () => {
  const { page, end } = await open('#numbers?board=6x6&kind=closed&show=symmetry');
  await head(page, '1,245').waitFor();
  await page
    .locator('main')
    .getByText('of 9,862 closed tours if rotations and reflections count once.')
    .waitFor();
  await page.getByRole('img', { name: 'Image 8', exact: true }).waitFor();
  await page.getByText('8 pictures of one tour').waitFor();
  await end();
});

test('a random tour, its number, and the tour with a number', async () => {
  const { page, end } = await open('#numbers?board=6x6&kind=closed&show=tour');
  await head(page, 'One of 9,862').waitFor();
  await press(page, 'Number of this tour');
  await head(page, /^Tour [\d,]+ of 9,862$/).waitFor();
  const rank = page.getByLabel('Show the tour with the number');
  await rank.fill('4,711');
  await rank.press('Enter');
  await head(page, 'Tour 4,711 of 9,862').waitFor();
  await waitForCount(page, /, step/, 36);
  await rank.fill('many');
  await rank.press('Enter');
  assert.equal(await rank.getAttribute('aria-invalid'), 'true');
  await end();
});
