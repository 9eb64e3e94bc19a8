// The frame of all pages: navigation, settings, help, notices and the address.

import { errorText, isAborted, serverAbout } from './api.ts';
import { button, fill, h, type IconName, icon, iconButton, set } from './dom.ts';
import { helpDialog, settingsDialog } from './help.ts';
import { homePage } from './home/page.ts';
import { type Page, setCurrentPage, toast } from './page.ts';
import { playPage } from './play/page.ts';
import { puzzlesPage } from './puzzles/page.ts';
import './settings.ts';
import { comparePage } from './solve/compare.ts';
import { solvePage } from './solve/page.ts';
import { t } from './texts.ts';

interface Entry {
  title: string;
  /** The tab of the page. Home has none. */
  tab: string;
  make: () => Page;
}

const HOME: Entry = { title: t.shell.home, tab: '', make: homePage };
const PUZZLES: Entry = { title: t.shell.puzzles, tab: 'puzzles', make: puzzlesPage };
const ENTRIES: Record<string, Entry> = {
  '': HOME,
  play: { title: t.shell.play, tab: 'play', make: playPage },
  solve: { title: t.shell.solve, tab: 'solve', make: solvePage },
  compare: { title: t.shell.compare, tab: 'solve', make: comparePage },
  puzzles: PUZZLES,
  'make-puzzle': PUZZLES,
  'write-puzzle': PUZZLES,
  'print-puzzles': PUZZLES,
  'letter-puzzle': PUZZLES,
  numbers: {
    title: t.shell.numbers,
    tab: 'numbers',
    make: later(async () => (await import('./on-demand.ts')).numbersPage()),
  },
  check: {
    title: t.shell.check,
    tab: 'check',
    make: later(async () => (await import('./on-demand.ts')).checkPage()),
  },
};
const TABS: readonly [id: IconName & ('play' | 'solve' | 'puzzles' | 'numbers' | 'check'), text: string][] = [
  ['play', t.shell.play],
  ['solve', t.shell.solve],
  ['puzzles', t.shell.puzzles],
  ['numbers', t.shell.numbers],
  ['check', t.shell.check],
];

const made = new Map<Entry, Page>();
let current: { id: string; page: Page } | undefined;

const tabs = h('nav', { class: 'tabs', 'aria-label': t.shell.navigation });
const heading = h('h1', { class: 'voice', tabindex: '-1' });
const notice = h('div', { id: 'notice', role: 'alert', hidden: true });
const place = h('main', { id: 'main' });
const version = h('span', {}, t.shell.footer(''));
const help = helpDialog();
const options = settingsDialog();

function toBoard(): void {
  const target =
    document.querySelector<HTMLElement>('main .board [tabindex="0"]') ??
    document.querySelector<HTMLElement>('main a, main button');
  target?.focus();
}

document.body.append(
  button(t.shell.skip, toBoard, { class: 'skip' }),
  h(
    'header',
    {},
    h(
      'a',
      { href: '#', class: 'name' },
      h('img', { src: './knight.svg', alt: '', width: 28, height: 28 }),
      'Caracole',
    ),
    h('div', { id: 'crumb', class: 'crumb' }),
    tabs,
    h(
      'div',
      { class: 'tools' },
      toolButton('help', t.shell.help, () => help.showModal()),
      toolButton('settings', t.shell.settings, () => options.showModal()),
    ),
  ),
  notice,
  place,
  h('div', { id: 'toast' }),
  h('div', { id: 'voice', class: 'voice', role: 'status', 'aria-live': 'polite' }),
  h(
    'footer',
    {},
    version,
    ' · ',
    h('a', { href: './api/v1/openapi.json' }, t.shell.api),
    ' · ',
    `${t.shell.source}: ${t.shell.licence}`,
  ),
  help,
  options,
);

function toolButton(name: IconName, text: string, act: () => void): HTMLButtonElement {
  const made = iconButton(name, '', act, {
    class: 'quiet',
    'aria-label': text,
    title: text,
    'aria-haspopup': 'dialog',
  });
  return made;
}

/** Returns a page whose code is a file of its own, which is loaded when the page is first opened. */
function later(load: () => Promise<Page>): () => Page {
  return () => {
    const element = h('div', { class: 'later' });
    let loading: Promise<Page> | undefined;
    let page: Page | undefined;
    let wanted: URLSearchParams | undefined;
    const open = (made: Page) => {
      page = made;
      fill(element, made.element);
      if (wanted) {
        made.enter(wanted);
      }
    };
    return {
      element,
      enter(query) {
        wanted = query;
        if (page) {
          page.enter(query);
        } else {
          loading ??= load();
          // A file that did not arrive is requested again when the page is opened again.
          loading.then(open, () => {
            loading = undefined;
            tell(t.shell.noAnswer, { text: t.shell.again, act: () => location.reload() });
          });
        }
      },
      leave() {
        wanted = undefined;
        page?.leave();
      },
      onKey: (event) => page?.onKey?.(event) ?? false,
    };
  };
}

function tell(text: string, action?: { text: string; act: () => void }): void {
  fill(notice, text, action ? button(action.text, action.act) : '');
  set(notice, 'hidden', text === '');
}

/** Addresses of earlier versions keep working. */
function renewed(name: string, query: URLSearchParams): string {
  if (name === 'puzzle') {
    return 'puzzles';
  }
  return name === 'solve' && query.has('methods') ? 'compare' : name;
}

function entryOf(id: string): Entry | undefined {
  return Object.hasOwn(ENTRIES, id) ? ENTRIES[id] : undefined;
}

/** Opens the page that the address names. */
function enter(): void {
  const [written = '', text = ''] = location.hash.replace(/^#/, '').split(/\?(.*)/s, 2);
  const query = new URLSearchParams(text);
  const id = renewed(written, query);
  const entry = entryOf(id) ?? HOME;
  const before = current?.page;
  try {
    const page = made.get(entry) ?? entry.make();
    made.set(entry, page);
    if (page !== before) {
      before?.leave();
    }
    current = { id, page };
    setCurrentPage(entryOf(id) ? id : '');
    show(entry, page);
    page.enter(query);
  } catch (error) {
    tell(t.shell.fault(errorText(error)), { text: t.shell.reload, act: () => location.reload() });
  }
  if (!entryOf(id)) {
    toast(t.shell.notFound(`#${written.slice(0, 30)}`));
  }
  // A screen reader announces the heading, and a page opens at its top.
  if (before !== undefined && before !== current?.page) {
    heading.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
}

function show(entry: Entry, page: Page): void {
  document.title = t.title(entry.title);
  fill(heading, entry.title);
  fill(
    tabs,
    ...TABS.map(([id, text]) =>
      h(
        'a',
        { href: `#${id}`, 'aria-current': id === entry.tab ? 'page' : null },
        icon(id),
        h('span', {}, text),
      ),
    ),
  );
  if (page.element.parentNode !== place) {
    fill(place, heading, page.element);
  }
}

addEventListener('error', (event) => {
  // A resize that is observed in the next frame is not an error.
  if (!event.message.startsWith('ResizeObserver')) {
    tell(t.shell.fault(event.message), { text: t.shell.reload, act: () => location.reload() });
  }
});
addEventListener('unhandledrejection', (event) => {
  if (!isAborted(event.reason)) {
    tell(t.shell.fault(errorText(event.reason)), { text: t.shell.reload, act: () => location.reload() });
  }
});
document.addEventListener('serverbusy', (event) => {
  const seconds = event instanceof CustomEvent ? Number(event.detail) : 1;
  tell(t.shell.busy(seconds));
  setTimeout(() => tell(''), 1000 * seconds);
});
addEventListener('keydown', (event) => {
  const { target } = event;
  const isTyping = target instanceof HTMLElement && target.matches('input[type="text"], textarea, select');
  if (isTyping || event.defaultPrevented || document.querySelector('dialog[open]')) {
    return;
  }
  if (event.key === '?') {
    help.showModal();
    event.preventDefault();
  } else if (current?.page.onKey?.(event)) {
    event.preventDefault();
  }
});
addEventListener('hashchange', enter);
enter();
serverAbout().then((about) => fill(version, t.shell.footer(about?.version ?? '').trim()));

// Without a secure origin, browsers have no service workers, and the page needs the server.
if ('serviceWorker' in navigator) {
  navigator.serviceWorker.register('./sw.js').catch(() => {});
}
