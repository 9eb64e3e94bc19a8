import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { DEAD_END, SCREENS } from '../screens.ts';
import { axeFindings, faults } from './accessibility.ts';
import { click, head, settled, stage } from './harness.ts';

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
  // In one piece, because the drawing goes on.
  const isComplete = await page.evaluate(async () => {
    const has = (step: number) =>
      [...document.querySelectorAll('[role="gridcell"]')].some((cell) =>
        cell.ariaLabel?.endsWith(`, step ${step}`),
      );
    while (!has(3)) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return has(64);
  });
  assert.equal(isComplete, false);
  await page.locator('.board').click();
  await page.locator('main').getByText('People have looked for these paths').waitFor();
  await page.getByRole('gridcell', { name: /, step 64$/ }).waitFor();
  await page.getByRole('link', { name: 'Watch it solved' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await head(page, 'Open tour found').waitFor();
  await page.goBack();
  await page.locator('.sentence').waitFor();
  await end();
});

test('every page is reached by mouse and by keyboard alone, with a title, and Back returns', async () => {
  const { page, end } = await open();
  const tabs = page.getByRole('navigation', { name: 'Pages' });
  for (const name of PAGES) {
    await tabs.getByRole('link', { name, exact: true }).click();
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
    for (const { name, address, ready, act, done } of SCREENS) {
      const { page, end } = await open(address, { dark });
      await page.locator('main').getByText(ready).first().waitFor();
      await act?.(page);
      if (done) {
        await page.getByText(done).first().waitFor();
      }
      await settled(page);
      assert.deepEqual(await faults(page), [], name);
      assert.deepEqual(await axeFindings(page), [], name);
      await end();
    }
    const { page, end } = await open('', { dark });
    for (const name of ['Help', 'Settings']) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog', { name, exact: true }).waitFor();
      assert.deepEqual(await faults(page), [], name);
      assert.deepEqual(await axeFindings(page), [], name);
      await page.keyboard.press('Escape');
    }
    await end();
  });
}

test('a pupil finishes a first 5x5 tour from the arrival on, with what the page says', async () => {
  const { page, end } = await open('', { width: 390, height: 844, touch: true });
  const button = (name: string) => page.locator('.answer').getByRole('button', { name, exact: true });
  await page.locator('.home').getByRole('link', { name: 'Play', exact: true }).tap();
  // Level 1: any start, then the only ring.
  await page.locator('main').getByText('Choose a start square.').waitFor();
  await click(page, ['b1', 'c3', 'a2', 'c1', 'b3', 'a1', 'c2', 'a3']);
  await head(page, 'Closed tour complete').waitFor();
  // The levels lead to 5x5: the pupil goes to level 4 by the grid.
  await page.locator('.crumb').getByRole('link', { name: 'Levels' }).tap();
  await page.getByRole('link', { name: /Corner start/ }).tap();
  await page.locator('main').getByText('Start on a1.').waitFor();
  await page.locator('main').getByText('Move to the square with the fewest onward moves.').waitFor();
  // The pupil runs into a dead end, asks why, goes back, and turns on the coach.
  await click(page, DEAD_END);
  await head(page, 'Dead end').waitFor();
  await button('What went wrong?').tap();
  await head(page, 'Move 8 was the mistake').waitFor();
  await button('Turn on the coach').waitFor();
  await button('Back to move 7').tap();
  await page.getByLabel(/^Coach/).check();
  // From then on, any move with a tick.
  const name = /possible move, safe$/;
  for (let step = 8; step <= 25; step += 1) {
    const label = await page.getByRole('gridcell', { name }).first().getAttribute('aria-label');
    const to = label?.split(',')[0] ?? assert.fail();
    await click(page, [to]);
    await page.getByRole('gridcell', { name: new RegExp(`^${to}, (knight, )?step ${step}$`) }).waitFor();
    await head(page, step < 25 ? `${step} of 25` : 'Tour complete').waitFor();
  }
  await page.locator('.answer .stars', { hasText: /★/ }).waitFor();
  await end();
});

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
    await page.locator('main .board').first().waitFor();
    await settled(page);
    // Shifts are reported after their frame.
    await page.waitForTimeout(500);
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
  for (const [query, text] of [
    ['board=8x8&from=a1&to=h8', 'No such tour exists'],
    ['board=8x8-a1,h8&method=warnsdorff', 'No answer'],
    ['board=3x10&from=a1', 'tour found'],
    ['board=8x8&from=a1&method=warnsdorff', 'Open tour found'],
    ['board=500x500', 'tour found'],
  ] as const) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#solve?${query}`);
    await page.locator('.answer h2', { hasText: text }).waitFor();
    await settled(page);
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
  // One of the questions contradicts itself.
  const { page, end } = await open('', { locale: 'de-AT', refused: true });
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
    // What the engine says, too.
    ['#numbers?board=5x5&show=starts', 'Jedes Feld mit der Farbe von a1.'],
    ['#check?board=5x5&squares=a1,b3,a1', 'Schritt 3: a1 wurde in Schritt 1 besucht.'],
    ['#solve?board=8x8&piece=wazir&method=construct', 'Das Verfahren kann diese Frage nicht beantworten'],
    ['#puzzles?board=5x5&piece=king', 'Jede Zahl berührt die nächste, auch schräg.'],
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

test('on paper: the board, the title and the answer, without controls, and dark pages turn light', async () => {
  const { page, end } = await open('#solve?board=8x8&from=a1', { dark: true });
  await head(page, 'Closed tour found').waitFor();
  await page.emulateMedia({ media: 'print' });
  for (const name of ['.board', '.answer h2', '.answer .say']) {
    assert.ok(await page.locator(name).first().isVisible(), name);
  }
  for (const name of ['header', 'footer', '.tabs', '.bar', '.answer .buttons', '.settings', '.next-links']) {
    assert.ok(!(await page.locator(name).first().isVisible()), name);
  }
  assert.equal(
    await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
    'rgb(255, 255, 255)',
  );
  await end();
});
