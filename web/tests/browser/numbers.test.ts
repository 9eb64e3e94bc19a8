import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { told } from './hand.ts';
import { stage } from './harness.ts';

const { open } = stage();

const figure = (page: Page) => page.locator('.figure');

async function count(page: Page, way: string): Promise<void> {
  await page.getByLabel('What counts as one tour').selectOption(way);
  await page.getByRole('button', { name: 'Count', exact: true }).click();
}

test('every start square at a glance, and a way to its tour', async () => {
  const { page, end } = await open('#numbers?board=5x5');
  await page
    .locator('.card', { hasText: 'starts on 13 of 25 squares: every square of the colour of a1' })
    .waitFor();
  assert.equal(await page.locator('[aria-label$=", a tour starts here"]').count(), 13);
  assert.equal(await page.locator('[aria-label$=", no tour starts here"]').count(), 12);
  await page.getByLabel('Kind').selectOption('closed');
  await page.locator('.card', { hasText: 'starts on 0 of 25 squares' }).waitFor();
  await page.getByLabel('Kind').selectOption('any');
  await page.getByRole('gridcell', { name: 'c3, a tour starts here' }).click();
  await page.waitForURL(/#solve\?board=5x5&from=c3/);
  await end();
});

test('counts say what they count', async () => {
  const { page, end } = await open('#numbers?board=6x6&kind=closed');
  await count(page, 'drawn');
  await page.locator('.card', { hasText: 'undirected closed tours' }).waitFor();
  assert.equal(await figure(page).textContent(), '9,862');
  await count(page, 'walked');
  await page.locator('.figure', { hasText: '19,724' }).waitFor();
  await count(page, 'classes');
  await page.locator('.card', { hasText: 'up to turns and mirrors' }).waitFor();
  assert.equal(await figure(page).textContent(), '1,245');
  await page.getByLabel('Kind').selectOption('any');
  await count(page, 'starts');
  await page.locator('.figure', { hasText: '6,637,920' }).waitFor();
  await page.getByRole('gridcell', { name: 'a1, 524,486 tours' }).waitFor();
  await end();
});

test('a long count goes on in other rooms, and is cancelled', async () => {
  const { page, end } = await open('#numbers?board=7x8');
  // What is said of the starts is said by then.
  await told(page, /A tour starts on 56/);
  await count(page, 'walked');
  await page.getByRole('progressbar').waitFor();
  await page.getByRole('link', { name: 'Check' }).click();
  await page.getByRole('link', { name: 'Numbers' }).click();
  await page.getByRole('progressbar').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await told(page, 'The count of 7x8 was cancelled.');
  assert.equal(await page.locator('#voice').textContent(), 'The count of 7x8 was cancelled.');
  assert.equal(await page.getByRole('progressbar').count(), 0);
  // And the next one is counted.
  await page.getByRole('button', { name: 'Board 5x5' }).click();
  await count(page, 'walked');
  await page.locator('.figure', { hasText: '1,728' }).waitFor();
  await end();
});

test('a random tour, its number, and back', async () => {
  const { page, end } = await open('#numbers?board=6x6&kind=closed', { refused: true });
  const steps = () =>
    page.getByRole('gridcell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')));
  await page.getByRole('button', { name: 'A random tour' }).click();
  await page
    .getByText(/One of 9,862 undirected closed tours, each as likely as any other; seed \d+/)
    .first()
    .waitFor();
  const drawn = await steps();
  await page.getByRole('button', { name: 'Its number' }).click();
  await page
    .getByText(/Number [\d,]+ of 9,862 undirected closed tours/)
    .first()
    .waitFor();
  const number = page.getByRole('textbox', { name: 'The tour with the number' });
  const own = await number.inputValue();
  await number.fill('17');
  await number.press('Enter');
  await page.getByText('Number 17 of 9,862').first().waitFor();
  assert.notDeepEqual(await steps(), drawn);
  await number.fill(own);
  await page.getByRole('button', { name: 'Show it' }).click();
  await page
    .getByText(/Number [\d,]{3,} of 9,862|Number \d of/)
    .first()
    .waitFor();
  await page.waitForFunction((want) => {
    const cells = [...document.querySelectorAll('[role="gridcell"]')];
    return JSON.stringify(cells.map((cell) => cell.getAttribute('aria-label'))) === want;
  }, JSON.stringify(drawn));
  await number.fill('9,862');
  await number.press('Enter');
  await page.getByText('run from 0 to 9861').first().waitFor();
  await number.fill('-1');
  await number.press('Enter');
  await page.getByText('write a whole number').waitFor();
  await end();
});

test('a count whose events do not come through is looked at; one that is too much is refused', async () => {
  const { page, end } = await open('#numbers?board=5x5', { refused: true });
  await page.route('**/events', (route) => route.abort());
  await count(page, 'walked');
  await page.locator('.figure', { hasText: '1,728' }).waitFor();
  await page.unroute('**/events');
  await page.getByRole('textbox', { name: 'Board' }).fill('12x12');
  await page.getByRole('textbox', { name: 'Board' }).press('Enter');
  await count(page, 'walked');
  await told(page, /the command line can do it/);
  await end();
});

test('a count that was cancelled is not looked at any more', async () => {
  const { page, end } = await open('#numbers?board=7x8', { refused: true });
  let looks = 0;
  await page.route('**/events', (route) => route.abort());
  await page.route(/jobs\/[0-9a-f]+$/, async (route) => {
    if (route.request().method() === 'GET') {
      looks += 1;
      // It is under way while the count is cancelled.
      await new Promise((resolve) => setTimeout(resolve, 1500));
    }
    await route.continue();
  });
  await count(page, 'walked');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await told(page, 'The count of 7x8 was cancelled.');
  const before = looks;
  await page.waitForTimeout(4500);
  assert.ok(looks <= Math.max(before, 1), `${looks} looks, ${before} before`);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await end();
});
