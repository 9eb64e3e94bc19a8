// The page: rooms, the way between them, light and dark.

import { checkRoom } from './check/room.ts';
import { button, fill, h } from './dom.ts';
import { numbersRoom } from './numbers/room.ts';
import { playRoom } from './play/room.ts';
import { puzzleRoom } from './puzzle/room.ts';
import type { Room } from './room.ts';
import { solveRoom } from './solve/room.ts';
import { nextTheme, themeName } from './theme.ts';

const ROOMS: readonly (readonly [string, string, () => Room])[] = [
  ['solve', 'Solve', solveRoom],
  ['play', 'Play', playRoom],
  ['puzzle', 'Puzzles', puzzleRoom],
  ['numbers', 'Numbers', numbersRoom],
  ['check', 'Check', checkRoom],
];

const open = new Map<string, Room>();
let current: Room | undefined;

const tabs = h('nav', { class: 'tabs', 'aria-label': 'Rooms' });
const main = h('main', { id: 'room', tabindex: '-1' });
const voice = h('div', { id: 'voice', class: 'voice', role: 'status', 'aria-live': 'polite' });
const theme = button(themeName(), () => fill(theme, nextTheme()), {
  class: 'quiet',
  'aria-label': 'Colours',
});

fill(
  document.getElementById('app') ?? document.body,
  h('header', {}, h('a', { href: '#solve', class: 'name' }, 'Caracole'), tabs, theme),
  main,
  voice,
  h(
    'footer',
    {},
    h('a', { href: './api/v1/openapi.json' }, 'API'),
    h('span', {}, 'Every tour shown here was checked by the verifier.'),
  ),
);

function enter(): void {
  const [name, query] = location.hash.replace(/^#/, '').split('?', 2);
  const [id, title, make] = ROOMS.find(([id]) => id === name) ?? ROOMS[0] ?? [];
  if (!id || !make) {
    return;
  }
  current?.leave();
  const room = open.get(id) ?? make();
  open.set(id, room);
  current = room;
  document.title = `${title}: Caracole, knight's tours`;
  fill(
    tabs,
    ...ROOMS.map(([other, title]) =>
      h('a', { href: `#${other}`, 'aria-current': other === id ? 'page' : null }, title),
    ),
  );
  fill(main, room.element);
  room.enter(new URLSearchParams(query ?? ''));
}

addEventListener('hashchange', enter);
enter();
