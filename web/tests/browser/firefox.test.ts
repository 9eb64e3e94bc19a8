// Smoke tests of all pages in Firefox, by WebDriver BiDi. Firefox runs without a display.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { after, before, test } from 'node:test';
import WebSocket from 'ws';
import { AROUND } from '../screens.ts';
import { firstLine, PAGE_FILES, PROGRAM } from './harness.ts';

const FIREFOX =
  process.env.FIREFOX ?? ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync) ?? 'firefox-esr';
/** The time limit of each wait. */
const TIMEOUT = 40_000;

/** The profile: no first pages, no updates, and requests to the server of the test only. */
const PREFERENCES = `
user_pref("app.normandy.enabled", false);
user_pref("app.update.disabledForTesting", true);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("intl.locale.requested", "en-GB");
user_pref("messaging-system.rsexperimentloader.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");
user_pref("toolkit.telemetry.enabled", false);
user_pref("ui.prefersReducedMotion", 1);
`;

interface Message {
  id?: number;
  type: 'success' | 'error' | 'event';
  method?: string;
  result?: Record<string, unknown>;
  message?: string;
  params?: { level?: string; text?: string };
}

/** A session of Firefox with one page. */
class Firefox {
  readonly complaints: string[] = [];
  readonly #socket: WebSocket;
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #waiting = new Map<number, { resolve: (message: Message) => void; method: string }>();
  #last = 0;
  #context = '';

  private constructor(socket: WebSocket, child: ChildProcess, profile: string) {
    this.#socket = socket;
    this.#process = child;
    this.#profile = profile;
    socket.on('message', (data) => this.#receive(JSON.parse(String(data)) as Message));
  }

  static async start(): Promise<Firefox> {
    if (!existsSync(FIREFOX)) {
      throw new Error(`${FIREFOX} is not there: install firefox-esr, or name a browser with FIREFOX`);
    }
    const profile = mkdtempSync(`${tmpdir()}/caracole-firefox-`);
    writeFileSync(`${profile}/user.js`, PREFERENCES);
    const child = spawn(
      FIREFOX,
      ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const address = await new Promise<string>((resolve, reject) => {
      let text = '';
      const timer = setTimeout(() => reject(new Error(`Firefox does not start: ${text}`)), 3 * TIMEOUT);
      child.stderr?.on('data', (piece: Buffer) => {
        text += piece;
        const [, found] = /WebDriver BiDi listening on (ws:\S+)/.exec(text) ?? [];
        if (found) {
          clearTimeout(timer);
          resolve(found);
        }
      });
      child.on('error', reject);
    });
    const socket = new WebSocket(`${address}/session`);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    const firefox = new Firefox(socket, child, profile);
    await firefox.#send('session.new', { capabilities: {} });
    await firefox.#send('session.subscribe', { events: ['log.entryAdded'] });
    const { context } = await firefox.#send('browsingContext.create', { type: 'tab' });
    firefox.#context = String(context);
    return firefox;
  }

  #receive(message: Message): void {
    const waiting = message.id === undefined ? undefined : this.#waiting.get(message.id);
    if (waiting && message.id !== undefined) {
      this.#waiting.delete(message.id);
      waiting.resolve(message);
    } else if (message.method === 'log.entryAdded' && message.params?.level === 'error') {
      this.complaints.push(message.params.text ?? '');
    }
  }

  async #send(method: string, params: object): Promise<Record<string, unknown>> {
    this.#last += 1;
    const id = this.#last;
    const answered = new Promise<Message>((resolve) => this.#waiting.set(id, { resolve, method }));
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { type, result, message } = await answered;
    assert.equal(type, 'success', `${method}: ${message}`);
    return result ?? {};
  }

  async size(width: number, height: number): Promise<void> {
    await this.#send('browsingContext.setViewport', {
      context: this.#context,
      viewport: { width, height },
    });
  }

  async open(url: string): Promise<void> {
    await this.#send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' });
  }

  /** Returns the value of an expression in the page. */
  async value<T>(expression: string): Promise<T> {
    const { result, type, exceptionDetails } = await this.#send('script.evaluate', {
      // A text arrives as it is.
      expression: `(async () => JSON.stringify(await (${expression})))()`,
      target: { context: this.#context },
      awaitPromise: true,
    });
    assert.equal(type, 'success', `${expression}: ${JSON.stringify(exceptionDetails)}`);
    return JSON.parse((result as { value?: string }).value ?? 'null') as T;
  }

  /** Waits until an expression is true. */
  async until(expression: string): Promise<void> {
    const isTrue = await this.value<boolean>(`new Promise((resolve) => {
      const end = performance.now() + ${TIMEOUT};
      const look = () => {
        if (${expression}) {
          resolve(true);
        } else if (performance.now() > end) {
          resolve(false);
        } else {
          setTimeout(look, 20);
        }
      };
      look();
    })`);
    if (!isTrue) {
      const text = await this.value<string>(`document.querySelector('main').innerText`);
      assert.fail(`not true in time: ${expression}\n${text.slice(0, 600)}`);
    }
  }

  async text(text: string): Promise<void> {
    await this.until(`document.querySelector('main')?.innerText.includes(${JSON.stringify(text)})`);
  }

  /** Clicks the first visible element of a selector, as the mouse does. */
  async click(selector: string): Promise<void> {
    const find = `[...document.querySelectorAll(${JSON.stringify(selector)})].find((one) => one.checkVisibility())`;
    await this.until(find);
    const { x, y } = await this.value<{ x: number; y: number }>(`(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const element = ${find};
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      // The element may still move, because a board is laid out in the next frame.
      let before = '';
      let box = element.getBoundingClientRect();
      while (JSON.stringify(box) !== before) {
        before = JSON.stringify(box);
        await frame();
        await frame();
        box = element.getBoundingClientRect();
      }
      return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
    })()`);
    await this.#send('input.performActions', {
      context: this.#context,
      actions: [
        {
          type: 'pointer',
          id: 'mouse',
          actions: [
            { type: 'pointerMove', x, y },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ],
        },
      ],
    });
  }

  async keys(keys: readonly string[]): Promise<void> {
    await this.#send('input.performActions', {
      context: this.#context,
      actions: [
        {
          type: 'key',
          id: 'keys',
          actions: keys.flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        },
      ],
    });
  }

  stop(): void {
    this.#socket.close();
    this.#process.kill('SIGKILL');
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Serves the page from the folder `CARACOLE_PAGE`, and all else from the server. */
function withPage(folder: string, url: string): Promise<{ url: string; server: Server }> {
  const server = createServer((asked, answer) => {
    const type = PAGE_FILES[(asked.url ?? '').slice(1)];
    if (type) {
      answer.setHeader('Content-Type', type);
      answer.end(readFileSync(`${folder}/${(asked.url ?? '').slice(1) || 'index.html'}`));
      return;
    }
    const target = new URL(asked.url ?? '', url);
    const headers = { ...asked.headers, host: target.host };
    const passed = request(target, { method: asked.method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server });
    });
  });
}

let caracole: ChildProcess | undefined;
let server: Server | undefined;
let firefox: Firefox | undefined;
let url = '';

function browser(): Firefox {
  return firefox ?? assert.fail('Firefox did not start');
}

before(
  async () => {
    caracole = spawn(PROGRAM, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
    process.on('exit', () => caracole?.kill('SIGKILL'));
    url = await firstLine(caracole);
    if (process.env.CARACOLE_PAGE) {
      ({ url, server } = await withPage(process.env.CARACOLE_PAGE, url));
    }
    firefox = await Firefox.start();
    await firefox.size(1280, 800);
  },
  { timeout: 5 * TIMEOUT },
);
after(() => {
  firefox?.stop();
  server?.closeAllConnections();
  server?.close();
  caracole?.kill('SIGKILL');
});

const head = (text: string) =>
  `document.querySelector('.answer h2')?.innerText.includes(${JSON.stringify(text)})`;

test('Firefox shows all pages, wide and narrow, and nothing scrolls sideways', async () => {
  const page = browser();
  for (const [width, height] of [
    [1280, 800],
    [360, 740],
  ] as const) {
    await page.size(width, height);
    await page.open(url);
    for (const [address, text] of [
      ['#', 'visits every square of the board exactly once'],
      ['#play', 'of 72 stars'],
      ['#play?level=4', '25 squares'],
      ['#solve?board=8x8&kind=closed', 'Closed tour found'],
      ['#solve?board=8x8&from=a1&to=h8', 'No such tour exists'],
      ['#compare?board=5x5&from=a1', 'Run again'],
      ['#puzzles', 'Fill in 1 to 25'],
      ['#make-puzzle', 'Exactly one solution'],
      ['#write-puzzle', 'Write a puzzle'],
      ['#print-puzzles', '4 puzzles on one page'],
      ['#numbers', '13,267,364,410,532'],
      ['#check', 'Not a tour: 2 mistakes'],
    ] as const) {
      await page.value(`(location.hash = ${JSON.stringify(address)})`);
      await page.text(text);
      const wide = await page.value<number>('document.documentElement.scrollWidth');
      assert.ok(wide <= width, `${address} is ${wide} wide`);
      // No board stays empty.
      await page.until(`(() => {
        const canvas = document.querySelector('main .board canvas');
        if (!canvas?.width || !canvas.height) {
          return false;
        }
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return new Set(new Uint32Array(data.buffer)).size > 2;
      })()`);
    }
  }
  assert.deepEqual(page.complaints, []);
});

test('Firefox plays a level by mouse, undoes by key, and keeps its stars', async () => {
  const page = browser();
  await page.size(1280, 800);
  await page.open(`${url}#play?level=1`);
  await page.text('Choose a start square.');
  for (const square of AROUND.slice(0, 3)) {
    await page.click(`[role="gridcell"][aria-label^="${square}"]`);
  }
  await page.until(head('3 of 8'));
  await page.keys(['u']);
  await page.until(head('2 of 8'));
  for (const square of AROUND.slice(2)) {
    await page.click(`[role="gridcell"][aria-label^="${square}"]`);
  }
  await page.until(head('Closed tour complete'));
  await page.value(`(location.hash = '#play')`);
  await page.text('2 of 72 stars');
  assert.deepEqual(page.complaints, []);
});

test('Firefox answers a typed board, replays it, and goes back', async () => {
  const page = browser();
  await page.open(`${url}#solve?board=8x8`);
  await page.until(head('Closed tour found'));
  await page.click('.chips button[aria-label="Board 6×6"]');
  await page.text('36 squares in');
  await page.click('.bar .replay');
  await page.until(`document.querySelector('.place')?.innerText.startsWith('Step 2 of 36')`);
  await page.value('history.back()');
  await page.text('64 squares in');
  assert.deepEqual(page.complaints, []);
});

test('Firefox solves a puzzle number by number on the pad', async () => {
  const page = browser();
  await page.open(`${url}#puzzles?board=3x4&clues=a1=1,b3=2,c1=3,a2=4,b4=5,c2=6,a3=7,b1=8,c3=9,a4=10,b2=11`);
  await page.until(head('11 of 12'));
  await page.click('[role="gridcell"][aria-label^="c4"]');
  await page.click('.pad button:last-child');
  await page.until(head('Solved'));
  assert.deepEqual(page.complaints, []);
});

test('Firefox counts as a job of the server, and follows its progress', async () => {
  const page = browser();
  await page.open(`${url}#numbers?board=5x5-c3`);
  await page.until(head('Not in the table'));
  await page.click('.answer button');
  await page.text('Counted on this server in');
  assert.deepEqual(page.complaints, []);
});
