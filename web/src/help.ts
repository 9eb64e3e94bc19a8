// What each room is for, and all keys, in a dialog.

import { button, h } from './dom.ts';

const ROOMS: readonly (readonly [string, string])[] = [
  ['Solve', 'a tour of any board, watched square by square, or the reason why there is none; methods race'],
  ['Play', 'your own tour, move by move, with a coach who never guesses'],
  ['Puzzles', 'numbers to complete: make one, print it, send it as a link, solve it'],
  ['Numbers', 'every start square at a glance, exact counts, a random tour, the number of a tour'],
  ['Check', 'paste a tour of yours: is it one, and what kind?'],
];

const KEYS: readonly (readonly [string, string])[] = [
  ['Tab', 'to the next control, or to the board'],
  ['Arrow keys', 'from square to square, once on the board'],
  ['Enter or Space', 'what a click on the square does'],
  ['S, E, H', 'in Solve, on the board: a click sets the start, the end, or holes'],
  ['P', 'in Solve, on the board: plays the film, or pauses it; comma and full stop go a step back and on'],
  ['1 to 8', 'in Play and Puzzles: a move of the knight, clockwise from one right and two up'],
  ['U, R, H', 'in Play and Puzzles: undo, redo, a hint'],
  ['Escape', 'closes this dialog'],
];

/** The button that opens the help, and the dialog itself. */
export function help(): { opener: HTMLElement; dialog: HTMLDialogElement } {
  const dialog = h(
    'dialog',
    { class: 'help', 'aria-labelledby': 'help-title' },
    h(
      'div',
      { class: 'row apart' },
      h('h2', { id: 'help-title' }, 'Help'),
      button('Close', () => dialog.close(), { autofocus: true }),
    ),
    h(
      'p',
      {},
      'A knight’s tour visits every square of a board once. It is closed if one more move leads back to its start, and open if not.',
    ),
    h('h3', {}, 'Rooms'),
    list(ROOMS, 'b'),
    h('h3', {}, 'Keys'),
    list(KEYS, 'kbd'),
    h('h3', {}, 'Boards'),
    h(
      'p',
      {},
      'Files have letters and ranks have numbers, a1 at the bottom left. A board is written 8x8; 8x8-a1,h8 is one with two holes; cylinder:8x5 and torus:6x6 are joined at their edges.',
    ),
    h(
      'p',
      {},
      'Nothing leaves this machine but what you ask the server that sent you this page. What it can be asked stands in the ',
      h('a', { href: './api/v1/openapi.json' }, 'description of its API'),
      '.',
    ),
  );
  // A click beside the dialog closes it, as people expect.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) {
      dialog.close();
    }
  });
  const opener = button('Help', () => dialog.showModal(), { class: 'quiet', 'aria-haspopup': 'dialog' });
  return { opener, dialog };
}

function list(entries: readonly (readonly [string, string])[], tag: 'b' | 'kbd'): HTMLElement {
  return h('ul', {}, ...entries.map(([name, text]) => h('li', {}, h(tag, {}, name), `: ${text}`)));
}
