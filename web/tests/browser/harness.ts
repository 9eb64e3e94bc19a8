// A server, a browser and its pages for the tests. A test fails if its page logs an error or sends a request
// to another host.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { after, afterEach, before } from 'node:test';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';

// The tests run in `web/`.
export const PROGRAM = process.env.CARACOLE ?? '../target/debug/caracole';
export const CHROMIUM =
  process.env.CHROMIUM ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync) ??
  '/usr/bin/chromium';
export const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];

/** The time limit of each wait. */
const TIMEOUT = 30_000;
/** The folder for screenshots of failed tests, and of every page if `SHOTS` is set. */
export const SHOTS = 'shots';

/** An open page. */
export interface Visit {
  page: Page;
  /** Closes the page. Fails if it logged an error. */
  end(): Promise<void>;
}

export interface Options {
  width?: number;
  height?: number;
  dark?: boolean;
  touch?: boolean;
  /** True if the test causes error responses, which browsers log. */
  refused?: boolean;
  /** True if the page may move. Otherwise it shows the end of all motion at once. */
  isMoving?: boolean;
  locale?: string;
  /** True if the page may keep itself for times without a server. */
  hasWorker?: boolean;
}

/** Starts a server and a browser before the tests of a file, and stops both after them. */
export function stage(...flags: string[]): {
  open(address?: string, options?: Options): Promise<Visit>;
  url(): string;
  /** Stops the server. */
  stop(): void;
} {
  let server: ChildProcess | undefined;
  let browser: Browser | undefined;
  let url = '';
  const visits = new Set<Page>();
  // The server stops with this process.
  const kill = () => {
    server?.kill('SIGKILL');
  };
  before(
    async () => {
      if (!existsSync(PROGRAM)) {
        throw new Error(`${PROGRAM} is not there: build it, or name it with CARACOLE`);
      }
      if (!existsSync(CHROMIUM)) {
        throw new Error(`${CHROMIUM} is not there: install chromium, or name a browser with CHROMIUM`);
      }
      process.on('exit', kill);
      server = spawn(PROGRAM, ['serve', '--port', '0', ...flags], { stdio: ['ignore', 'pipe', 'ignore'] });
      [url, browser] = await Promise.all([
        firstLine(server),
        chromium.launch({ executablePath: CHROMIUM, args: FLAGS, timeout: 2 * TIMEOUT }),
      ]);
    },
    { timeout: 3 * TIMEOUT },
  );
  // Tests that pass close their pages. An open page is a page of a failed test.
  afterEach(async (context) => {
    for (const page of visits) {
      const name = ('name' in context ? context.name : 'test').replace(/[^a-z0-9]+/gi, '-');
      mkdirSync(SHOTS, { recursive: true });
      await page.screenshot({ path: `${SHOTS}/failed-${name}.png` }).catch(() => {});
      await page.context().close();
    }
    visits.clear();
  });
  after(async () => {
    await browser?.close().catch(() => {});
    kill();
  });
  return {
    url: () => url,
    stop: kill,
    open: async (address = '', options = {}) => {
      if (!browser) {
        throw new Error('the browser is not there');
      }
      return visit(browser, visits, url, address, options);
    },
  };
}

async function visit(
  browser: Browser,
  visits: Set<Page>,
  url: string,
  address: string,
  options: Options,
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    colorScheme: options.dark ? 'dark' : 'light',
    hasTouch: options.touch ?? false,
    reducedMotion: options.isMoving ? 'no-preference' : 'reduce',
    locale: options.locale ?? 'en-GB',
    serviceWorkers: options.hasWorker ? 'allow' : 'block',
  });
  context.setDefaultTimeout(TIMEOUT);
  const page = await context.newPage();
  visits.add(page);
  const complaints: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    const isExpected =
      text.startsWith('Service Worker registration blocked') ||
      (options.refused === true && text.startsWith('Failed to load resource'));
    if (['error', 'warning'].includes(message.type()) && !isExpected) {
      complaints.push(`console: ${text}`);
    }
  });
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const asked = request.url();
    if (!asked.startsWith(url) && !asked.startsWith('blob:') && !asked.startsWith('data:')) {
      complaints.push(`request to ${asked}`);
    }
  });
  await fromDisk(page, url);
  await page.goto(`${url}${address}`);
  return {
    page,
    end: async () => {
      if (complaints.length > 0) {
        throw new Error(complaints.join('\n'));
      }
      visits.delete(page);
      await context.close();
    },
  };
}

/** The files of the page by their names, with their media types. */
export const PAGE_FILES: Record<string, string> = {
  '': 'text/html',
  'page.js': 'text/javascript',
  'de.js': 'text/javascript',
  'known.js': 'text/javascript',
  'page.css': 'text/css',
  'knight.svg': 'image/svg+xml',
};

/** Serves the page from the folder `CARACOLE_PAGE`, if it is set, so that a change needs no build of the program. */
export async function fromDisk(page: Page, url: string): Promise<void> {
  const folder = process.env.CARACOLE_PAGE;
  if (!folder) {
    return;
  }
  for (const [name, contentType] of Object.entries(PAGE_FILES)) {
    const body = () => readFileSync(`${folder}/${name || 'index.html'}`);
    await page.route(`${url}${name}`, (route) => route.fulfill({ contentType, body: body() }));
  }
}

/** Returns the address of the server, which is the first line that it prints. */
export function firstLine(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server does not tell its address')), TIMEOUT);
    let text = '';
    server.stdout?.on('data', (piece: Buffer) => {
      text += piece;
      const [line, rest] = text.split('\n');
      if (rest !== undefined) {
        clearTimeout(timer);
        resolve(line ?? '');
      }
    });
    server.on('error', reject);
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

/** Returns a square of the visible board. */
export function square(page: Page, name: string): Locator {
  return page.getByRole('gridcell', { name: new RegExp(`^${name}(,|$)`) });
}

/** Clicks squares in order. */
export async function click(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await square(page, name).click();
  }
}

/** Calls an endpoint of the server. */
export async function ask<A>(url: string, verb: string, body: unknown): Promise<A> {
  const response = await fetch(`${url}api/v1/${verb}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.ok(response.ok, `${verb}: ${response.status} ${JSON.stringify(body)}`);
  return response.json() as Promise<A>;
}

/** Requests a tour. */
export async function tourOf(url: string, problem: object): Promise<string[]> {
  const { outcome, squares } = await ask<{ outcome: string; squares: string[] }>(url, 'solve', problem);
  assert.equal(outcome, 'found', JSON.stringify(problem));
  return squares;
}

/** Waits until the page shows a text, which may also be announced. */
export async function waitForText(page: Page, text: string | RegExp): Promise<void> {
  await page.locator('main').getByText(text).first().waitFor();
}

/** Waits until the board has this number of squares whose names match. */
export async function waitForCount(page: Page, name: RegExp, count: number): Promise<void> {
  const squares = page.getByRole('gridcell', { name });
  const end = Date.now() + TIMEOUT;
  while ((await squares.count()) !== count && Date.now() < end) {
    await page.waitForTimeout(50);
  }
  assert.equal(await squares.count(), count, String(name));
}

/** Returns the headline of the answer. A text must be its beginning; stars may stand before it. */
export function head(page: Page, text: string | RegExp): Locator {
  const escaped = typeof text === 'string' ? text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : '';
  const start = new RegExp(`^(?:[★☆]{3} )?${escaped}(?!\\d)`);
  return page.locator('.answer h2', { hasText: typeof text === 'string' ? start : text });
}

/** Waits until the answer is there, without animations. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const visible = [...document.querySelectorAll('main .answer')].filter((one) => one.checkVisibility());
    return visible.every((one) => one.querySelector('.busy[hidden]') && one.querySelector('h2')?.textContent);
  });
  await page.evaluate(async () => {
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** Holds all requests of a kind until the returned function is called. */
export async function hold(page: Page, pattern: string): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    // The page may have dropped the request.
    await route.continue().catch(() => {});
  });
  return async () => {
    release();
    await page.unroute(pattern);
  };
}
