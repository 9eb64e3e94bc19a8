// A server, a browser and pages in it, for the tests. Whatever a page complains of, and whatever it wants
// from another host, fails the test that opened it.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { after, before } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';

// The tests run in `web/`.
const PROGRAM = process.env.CARACOLE ?? '../target/debug/caracole';
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];

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
}

/** Starts a server and a browser before the tests of a file, and ends both after them. */
export function stage(...flags: string[]): {
  open(address?: string, options?: Options): Promise<Visit>;
  url(): string;
} {
  let server: ChildProcess | undefined;
  let browser: Browser | undefined;
  let url = '';
  before(async () => {
    if (!existsSync(PROGRAM)) {
      throw new Error(`${PROGRAM} is not there: build it, or name it with CARACOLE`);
    }
    server = spawn(PROGRAM, ['serve', '--port', '0', ...flags], { stdio: ['ignore', 'pipe', 'ignore'] });
    url = await firstLine(server);
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  });
  after(async () => {
    await browser?.close();
    server?.kill('SIGTERM');
  });
  return {
    url: () => url,
    open: async (address = '', options = {}) => {
      if (!browser) {
        throw new Error('the browser is not there');
      }
      return visit(browser, url, address, options);
    },
  };
}

async function visit(browser: Browser, url: string, address: string, options: Options): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    colorScheme: options.dark ? 'dark' : 'light',
    hasTouch: options.touch ?? false,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      complaints.push(`console: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const asked = request.url();
    if (!asked.startsWith(url) && !asked.startsWith('blob:') && !asked.startsWith('data:')) {
      complaints.push(`request to ${asked}`);
    }
  });
  if (process.env.CARACOLE_PAGE) {
    await fromDisk(page, url, process.env.CARACOLE_PAGE);
  }
  await page.goto(`${url}${address}`);
  return {
    page,
    end: async () => {
      await context.close();
      if (complaints.length > 0) {
        throw new Error(complaints.join('\n'));
      }
    },
  };
}

/** While the page is being written: its files from a folder, so that the program need not be built anew. */
async function fromDisk(page: Page, url: string, folder: string): Promise<void> {
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

function firstLine(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    server.stdout?.on('data', (piece: Buffer) => {
      text += piece;
      const [line, rest] = text.split('\n');
      if (rest !== undefined) {
        resolve(line ?? '');
      }
    });
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}
