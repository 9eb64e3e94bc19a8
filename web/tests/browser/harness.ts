// A server, a browser and pages in it, for the tests. Whatever a page complains of, and whatever it wants
// from another host, fails the test that opened it.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { after, afterEach, before } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';

// The tests run in `web/`.
export const PROGRAM = process.env.CARACOLE ?? '../target/debug/caracole';
export const CHROMIUM =
  process.env.CHROMIUM ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync) ??
  '/usr/bin/chromium';
export const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];

/** Nothing that a test waits for takes longer, even on a busy machine. */
const PATIENCE = 15_000;
/** Pictures of what a failed test saw, and of every room where `SHOTS` is set. */
export const SHOTS = 'shots';

/** A page that was opened, and what it did that it should not. */
export interface Visit {
  page: Page;
  /** Fails if anything was complained of; closes the page. */
  end(): Promise<void>;
}

export interface Options {
  width?: number;
  height?: number;
  dark?: boolean;
  touch?: boolean;
  /** Does the test ask for what the server refuses? Browsers write that into their console by themselves. */
  refused?: boolean;
}

/** Starts a server and a browser before the tests of a file, and ends both after them. */
export function stage(...flags: string[]): {
  open(address?: string, options?: Options): Promise<Visit>;
  url(): string;
  /** Ends the server before its time. */
  stop(): void;
} {
  let server: ChildProcess | undefined;
  let browser: Browser | undefined;
  let url = '';
  const visits = new Set<Page>();
  // Whatever ends this process, nothing that it started stays behind.
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
        chromium.launch({ executablePath: CHROMIUM, args: FLAGS, timeout: 2 * PATIENCE }),
      ]);
    },
    { timeout: 3 * PATIENCE },
  );
  // A test that ended well has closed its pages; what is still open is what a failed one saw.
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
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  visits.add(page);
  const complaints: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    const isExpected = options.refused === true && text.startsWith('Failed to load resource');
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

/** While the page is being written: its files from the folder `CARACOLE_PAGE`, so that the program need not be built anew. */
export async function fromDisk(page: Page, url: string): Promise<void> {
  const folder = process.env.CARACOLE_PAGE;
  if (!folder) {
    return;
  }
  const files = {
    '': 'text/html',
    'page.js': 'text/javascript',
    'page.css': 'text/css',
    'knight.svg': 'image/svg+xml',
  };
  for (const [name, contentType] of Object.entries(files)) {
    const body = () => readFileSync(`${folder}/${name || 'index.html'}`);
    await page.route(`${url}${name}`, (route) => route.fulfill({ contentType, body: body() }));
  }
}

/** The first line that the server prints is its address. */
function firstLine(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server does not tell its address')), PATIENCE);
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
