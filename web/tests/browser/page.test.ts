import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { axeFindings, faults } from './accessibility.ts';
import { click, stage } from './harness.ts';

const { open, url } = stage();

const PAGES = ['Play', 'Solve', 'Puzzles', 'Numbers', 'Check'];

/** The first view must not be larger, compressed. */
const MAX_FIRST_VIEW = 60_000;
/** The sum of all layout shifts of a visit must not be larger. */
const MAX_LAYOUT_SHIFT = 0.05;

test('Home: a sentence, a tour and two buttons without scrolling, on all sizes', async () => {
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [1366, 768],
    [1920, 1080],
  ] as const) {
    for (const locale of ['en-GB', 'de-DE']) {
      const { page, end } = await open('', { width, height, locale });
      const play = page.getByRole('link', { name: /^(Play|Spielen)$/ }).last();
      const watch = page.getByRole('link', { name: /^(Watch it solved|Lösung ansehen)$/ });
      const bar = width < 600 ? 56 : 0;
      for (const part of [page.locator('.sentence'), page.locator('.board'), play, watch]) {
        const box = await part.boundingBox();
        assert.ok(
          box && box.y >= 0 && box.y + box.height <= height - bar,
          `${width} ${locale} ${box?.y} ${box?.height}`,
        );
      }
      await page.getByRole('gridcell', { name: /(step|Schritt) 64$/ }).waitFor();
      await end();
    }
  }
});

test('Home: the tour draws itself at once, and a tap shows its end', async () => {
  const { page, end } = await open('', { isMoving: true });
  await page.getByRole('gridcell', { name: /, step 3$/ }).waitFor();
  await page.locator('main').getByText('Skip', { exact: true }).waitFor();
  assert.equal(await page.getByRole('gridcell', { name: /, step 64$/ }).count(), 0);
  await page.locator('.board').click();
  await page.locator('main').getByText('People have looked for these paths').waitFor();
  await page.getByRole('gridcell', { name: /, step 64$/ }).waitFor();
  await page.getByRole('link', { name: 'Watch it solved' }).click();
  await page.getByRole('heading', { name: 'Open tour found' }).waitFor();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.goBack();
  await page.locator('.sentence').waitFor();
  await end();
});

test('every page is reached by mouse and by keyboard alone, with a title, and Back returns', async () => {
  const { page, end } = await open();
  const tabs = page.getByRole('navigation', { name: 'Pages' });
  for (const name of PAGES) {
    await tabs.getByRole('link', { name }).click();
    await tabs.locator('a[aria-current]', { hasText: name }).waitFor();
    assert.match(await page.title(), new RegExp(`^${name}: Caracole`));
  }
  for (const name of [...PAGES].reverse().slice(1)) {
    await page.goBack();
    await tabs.locator('a[aria-current]', { hasText: name }).waitFor();
  }
  for (const name of [...PAGES].reverse()) {
    for (let at = 0; at < 300; at += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => document.activeElement?.closest('.tabs a')?.textContent);
      if (focused === name) {
        break;
      }
    }
    await page.keyboard.press('Enter');
    await tabs.locator('a[aria-current]', { hasText: name }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1');
  }
  await end();
});

for (const dark of [false, true]) {
  test(`nothing keeps people out, ${dark ? 'dark' : 'light'}`, async () => {
    const { page, end } = await open('', { dark });
    const look = async (what: string) => {
      // After the fade of an answer.
      await page.waitForTimeout(100);
      assert.deepEqual(await faults(page), [], what);
      assert.deepEqual(await axeFindings(page), [], what);
    };
    await look('Home');
    for (const [address, text] of [
      ['#play', '0 of 72 stars'],
      ['#play?level=1', '8 squares'],
      ['#solve?board=8x8&from=a1', 'tour found'],
      ['#solve?board=8x8&from=a1&to=h8', 'No such tour exists'],
      ['#compare?board=5x5&from=a1', 'Run again'],
      ['#puzzles', 'Fill in 1 to 25'],
      ['#make-puzzle', 'Exactly one solution'],
      ['#write-puzzle', 'Write a puzzle'],
      ['#numbers', '13,267,364,410,532'],
      ['#numbers?board=5x5&show=starts', '13 of 25 squares'],
      ['#check', 'Not a tour: 2 mistakes'],
    ] as const) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, address);
      await page.locator('main').getByText(text).first().waitFor();
      await look(address);
    }
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('dialog', { name: 'Help' }).waitFor();
    await look('Help');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Settings' }).click();
    await look('Settings');
    await end();
  });
}

test('nothing moves while answers arrive', async () => {
  const { page, end } = await open('', { isMoving: true });
  await page.addInitScript(() => {
    Object.assign(globalThis, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        const total = globalThis as unknown as { shift: number };
        total.shift += entry.hadRecentInput ? 0 : entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const address of ['', '#solve', '#play?level=4', '#puzzles', '#numbers', '#check']) {
    await page.goto(`${url()}${address}`);
    await page.reload();
    await page.waitForTimeout(1500);
    const shift = await page.evaluate(() => (globalThis as unknown as { shift: number }).shift);
    assert.ok(shift < MAX_LAYOUT_SHIFT, `${address}: ${shift}`);
  }
  await end();
});

test('the board, the bar and the answer keep their places in all states', async () => {
  const { page, end } = await open('#solve?board=8x8');
  const places = async () => {
    const boxes = await Promise.all(
      ['.board', '.bar', '.answer', '.answer .buttons', '.settings'].map((name) =>
        page.locator(name).first().boundingBox(),
      ),
    );
    return JSON.stringify(boxes.map((box) => box && [box.x, box.y].map(Math.round)));
  };
  await page.getByRole('heading', { name: 'Closed tour found' }).waitFor();
  const before = await places();
  for (const [query, head] of [
    ['board=8x8&from=a1&to=h8', 'No such tour exists'],
    ['board=8x8-a1,h8&method=warnsdorff', 'No answer'],
    ['board=3x10&from=a1', 'tour found'],
    ['board=8x8&from=a1&method=warnsdorff', 'Open tour found'],
    ['board=500x500', 'tour found'],
  ] as const) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#solve?${query}`);
    await page.locator('.answer h2', { hasText: head }).waitFor();
    await page.waitForTimeout(100);
    assert.equal(await places(), before, query);
  }
  await end();
});

test('a wrong address opens a page with a board, and says so', async () => {
  // Such addresses may cause error responses.
  const { page, end } = await open('#nonsense', { refused: true });
  await page.getByText('#nonsense was not found.').first().waitFor();
  await page.locator('.sentence').waitFor();
  const pages = ['solve', 'play', 'puzzle', 'puzzles', 'numbers', 'check', 'compare', '__proto__', ''];
  const broken = [
    'board=%E0%A4%A',
    'board=9999999x1',
    '%%%',
    'board=&from=zz9&to=-1',
    'squares=,,,&board=3x3',
  ];
  for (const address of pages.flatMap((name) => broken.map((query) => `#${name}?${query}`))) {
    const seen = await page.evaluate(async (hash) => {
      location.hash = hash;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      while (!document.querySelector('main .board')) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return {
        boards: document.querySelectorAll('.board').length,
        fault: document.querySelector('#notice')?.textContent,
      };
    }, address);
    assert.ok(seen.boards > 0, address);
    assert.equal(seen.fault, '', address);
  }
  await end();
});

test('help and settings: theme, motion, coordinates and language are kept', async () => {
  const { page, end } = await open('#play?level=1');
  const opener = page.getByRole('button', { name: 'Help' });
  await opener.click();
  await page.getByRole('dialog', { name: 'Help' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await opener.evaluate((element) => element === document.activeElement), true);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Dark' }).click();
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), 'dark');
  await page.reload();
  assert.equal(await theme(), 'dark');
  await page.getByRole('button', { name: 'Settings' }).click();
  await Promise.all([page.waitForEvent('load'), page.getByLabel('Language').selectOption('de')]);
  await page.locator('main').getByText('Besuchen Sie jedes Feld einmal.').waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
  await end();
});

test('German is chosen by the browser, on all pages', async () => {
  const { page, end } = await open('', { locale: 'de-AT' });
  await page
    .locator('main')
    .getByText('Eine Springertour besucht jedes Feld des Bretts genau einmal.')
    .waitFor();
  for (const [address, text] of [
    ['#play', '0 von 72 Sternen'],
    ['#solve?board=8x8&from=a1&to=h8', 'Es gibt keine solche Tour'],
    ['#compare?board=5x5&from=a1', 'Noch einmal'],
    ['#puzzles', 'Ergänzen Sie 1 bis 25'],
    ['#numbers', '13.267.364.410.532'],
    ['#check', 'Keine Tour: 2 Fehler'],
  ] as const) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, address);
    await page.locator('main').getByText(text).first().waitFor();
    assert.deepEqual(await axeFindings(page), [], address);
  }
  await end();
});

test('the first view is small, and may load nothing from elsewhere', async () => {
  const { page, end } = await open();
  const names = await page.evaluate(() => [
    location.pathname,
    ...performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((name) => !name.includes('/api/')),
  ]);
  assert.ok(names.some((name) => name.endsWith('page.js')) && !names.some((name) => name.endsWith('de.js')));
  const bodies = await page.evaluate(
    async (names) => Promise.all(names.map(async (name) => (await fetch(name)).text())),
    names,
  );
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
  assert.ok(bytes < MAX_FIRST_VIEW, `${bytes} bytes`);
  assert.ok(bytes > 10_000, `${bytes} bytes`);
  const policy = (await fetch(url())).headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /unsafe|https?:|\*/);
  await end();
});

test('without a server, the page opens again, and a level can be won', async () => {
  const { page, end } = await open('', { hasWorker: true, refused: true });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.reload();
  await page.locator('.sentence').waitFor();
  await page.evaluate(() => {
    location.hash = '#play?level=1';
  });
  await page.locator('main').getByText('Choose a start square.').waitFor();
  await click(page, ['a1', 'b3', 'c1', 'a2', 'c3', 'b1', 'a3', 'c2']);
  await page.getByRole('heading', { name: 'Closed tour complete' }).waitFor();
  await page.evaluate(() => {
    location.hash = '#puzzles';
  });
  await page.locator('main').getByText('6 of 25').first().waitFor();
  await page.evaluate(() => {
    location.hash = '#solve?board=6x6';
  });
  await page.locator('main').getByText('No connection to the server.').first().waitFor();
  await end();
});
