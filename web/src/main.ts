// The page: rooms, the way between them, light and dark, help.

import { errorText, isAborted } from './api.ts';
import { checkRoom } from './check/room.ts';
import { button, fill, h, set } from './dom.ts';
import { help } from './help.ts';
import { numbersRoom } from './numbers/room.ts';
import { playRoom } from './play/room.ts';
import { puzzleRoom } from './puzzle/room.ts';
import { opened, type Room } from './room.ts';
import { solveRoom } from './solve/room.ts';
import { nextTheme, themeLabel, themeName } from './theme.ts';

type Entry = readonly [id: string, title: string, make: () => Room];

const FIRST: Entry = ['solve', 'Solve', solveRoom];
const ROOMS: readonly Entry[] = [
  FIRST,
  ['play', 'Play', playRoom],
  ['puzzle', 'Puzzles', puzzleRoom],
  ['numbers', 'Numbers', numbersRoom],
  ['check', 'Check', checkRoom],
];

const made = new Map<string, Room>();
let current: { id: string; room: Room } | undefined;

const tabs = h('nav', { class: 'tabs', 'aria-label': 'Rooms' });
const heading = h('h1', { class: 'voice', tabindex: '-1' });
const notice = h('p', { class: 'notice', role: 'alert', hidden: true });
const place = h('div', { class: 'place' });
const voice = h('div', { id: 'voice', class: 'voice', role: 'status', 'aria-live': 'polite' });
const theme = button('', () => {
  nextTheme();
  nameTheme();
});
const { opener, dialog } = help();

function nameTheme(): void {
  fill(theme, themeName());
  set(theme, 'aria-label', themeLabel());
}

fill(
  document.getElementById('app') ?? document.body,
  button('To the room', () => heading.focus(), { class: 'skip' }),
  h('header', {}, h('a', { href: '#solve', class: 'name' }, 'Caracole'), tabs, opener, theme),
  h('main', {}, heading, notice, place),
  voice,
  h(
    'footer',
    {},
    h('a', { href: './api/v1/openapi.json' }, 'API'),
    h('span', {}, 'Every tour shown here was checked by the verifier.'),
  ),
  dialog,
);
nameTheme();

function tell(text: string): void {
  fill(notice, text);
  set(notice, 'hidden', text === '');
}

/** Opens what the address names. An address can be mistyped, so that nothing in it is an error. */
function enter(): void {
  const [name = '', query = ''] = location.hash.replace(/^#/, '').split(/\?(.*)/s, 2);
  const known = ROOMS.find(([id]) => id === name);
  const [id, title, make] = known ?? FIRST;
  tell(known || name === '' ? '' : `There is no room “${name.slice(0, 30)}” here; this is ${title}.`);
  const before = current?.id;
  try {
    current?.room.leave();
    const room = made.get(id) ?? make();
    made.set(id, room);
    current = { id, room };
    opened(id);
    show(id, title, room);
    room.enter(new URLSearchParams(query));
  } catch (error) {
    tell(`This address cannot be opened: ${errorText(error)}.`);
  }
  // Whoever listens is told where they are; whoever opens the page starts at its top.
  if (before !== undefined && before !== id) {
    heading.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
}

function show(id: string, title: string, room: Room): void {
  document.title = `${title}: Caracole, knight's tours`;
  fill(heading, title);
  fill(
    tabs,
    ...ROOMS.map(([other, title]) =>
      h('a', { href: `#${other}`, 'aria-current': other === id ? 'page' : null }, title),
    ),
  );
  fill(place, room.element);
}

addEventListener('error', (event) => tell(`Something is wrong with this page: ${event.message}.`));
addEventListener('unhandledrejection', (event) => {
  if (!isAborted(event.reason)) {
    tell(`Something is wrong with this page: ${errorText(event.reason)}.`);
  }
});
addEventListener('hashchange', enter);
enter();
