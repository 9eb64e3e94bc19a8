import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { stage } from './harness.ts';
import { faults } from './walk.ts';

const { open, url, stop } = stage();

const ROOMS = ['Solve', 'Play', 'Puzzles', 'Numbers', 'Check'];

/** Presses Tab until something of that text has the focus. */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let at = 0; at < 200; at += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate(() => document.activeElement?.textContent)) === text) {
      return;
    }
  }
  assert.fail(`${text} cannot be reached by Tab`);
}

test('every room is reached by mouse and by keyboard alone, and says where one is', async () => {
  const { page, end } = await open();
  for (const room of ROOMS) {
    await page.getByRole('navigation').getByRole('link', { name: room }).click();
    await page.locator('nav a[aria-current]', { hasText: room }).waitFor();
    assert.match(await page.title(), new RegExp(`^${room}: Caracole`));
  }
  for (const room of ROOMS) {
    await tabTo(page, room);
    await page.keyboard.press('Enter');
    await page.locator('nav a[aria-current]', { hasText: room }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), room);
  }
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.closest('main') !== null), true);
  await end();
});

for (const dark of [false, true]) {
  test(`nothing keeps people out, ${dark ? 'dark' : 'light'}`, async () => {
    const { page, end } = await open('', { dark });
    for (const room of ROOMS) {
      await page.getByRole('navigation').getByRole('link', { name: room }).click();
      await page.locator('.board').first().waitFor();
      assert.deepEqual(await faults(page), [], room);
    }
    await page.getByRole('button', { name: 'Show me a wrong one' }).click();
    await page.locator('.defect').first().waitFor();
    assert.deepEqual(await faults(page), [], 'a wrong tour');
    await page.getByRole('button', { name: 'and a right one' }).click();
    await page.getByRole('heading', { name: /^Valid/ }).waitFor();
    assert.deepEqual(await faults(page), [], 'a right tour');
    await page.getByRole('button', { name: 'Help' }).click();
    assert.deepEqual(await faults(page), [], 'help');
    await end();
  });
}

test('a wrong address is told in a line', async () => {
  // The server may well refuse what such addresses ask of it.
  const { page, end } = await open('#nonsense', { refused: true });
  await page.getByText('There is no room “nonsense” here').waitFor();
  const rooms = ['solve', 'play', 'puzzle', 'numbers', 'check', '__proto__', ''];
  const broken = [
    'board=%E0%A4%A',
    'board=9999999x1',
    '%%%',
    'board=&from=zz9&to=-1',
    'squares=,,,&board=3x3',
  ];
  for (const address of rooms.flatMap((room) => broken.map((query) => `#${room}?${query}`))) {
    const seen = await page.evaluate(async (hash) => {
      location.hash = hash;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return {
        boards: document.querySelectorAll('.board').length,
        notice: document.querySelector('.notice')?.textContent,
      };
    }, address);
    assert.ok(seen.boards > 0, address);
    assert.match(seen.notice ?? '', /^$|^There is no room “__proto__” here/, address);
  }
  await page.goto(`${url()}#numbers`);
  await page.locator('.notice').waitFor({ state: 'hidden' });
  await end();
});

test('help, and colours', async () => {
  const { page, end } = await open();
  const opener = page.getByRole('button', { name: 'Help' });
  await opener.click();
  await page.getByRole('dialog', { name: 'Help' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  assert.equal(await opener.evaluate((element) => element === document.activeElement), true);
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), 'light');
  await page.getByRole('button', { name: 'Auto colours; change to light' }).click();
  await page.getByRole('button', { name: 'Light colours; change to dark' }).click();
  assert.equal(await theme(), 'dark');
  await page.reload();
  assert.equal(await theme(), 'dark');
  await end();
});

test('the page is small, and may load nothing from elsewhere', async () => {
  const { page, end } = await open();
  const bytes = await page.evaluate(async () => {
    const files = ['./', './page.js', './page.css'].map(async (file) => (await fetch(file)).arrayBuffer());
    return (await Promise.all(files)).reduce((sum, { byteLength }) => sum + byteLength, 0);
  });
  assert.ok(bytes < 150_000, `${bytes} bytes`);
  assert.ok(bytes > 10_000, `${bytes} bytes`);
  const policy = (await fetch(url())).headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /unsafe|https?:|\*/);
  await end();
});

test('a server that is gone is told where it was asked', async () => {
  const { page, end } = await open('#check', { refused: true });
  await page.getByRole('textbox', { name: 'A tour' }).fill('a1 b3');
  stop();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('the server does not answer').waitFor();
  await end();
});
