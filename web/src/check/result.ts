// What the verifier says: the verdict first, then every defect, or what kind of tour it is.

import { button, h } from '../dom.ts';
import { downloads } from '../download.ts';
import { numberLink } from '../numbers/tour.ts';
import { newGame, playUpTo } from '../play/game.ts';
import { nameOf, type Shape, squareOf } from '../squares.ts';
import type { CheckAnswer } from '../wire.ts';
import { factLines } from './facts.ts';

/** So many squares fit into an address. */
const MOST_GIVEN = 400;

/** The parts of the answer. `mark` shows a square on the board. */
export function resultParts(
  answer: CheckAnswer,
  shape: Shape | undefined,
  mark: (square: string | null) => void,
): HTMLElement[] {
  const head = h('h2', { 'data-tone': answer.valid ? 'good' : 'bad' }, verdict(answer));
  const note = shape
    ? []
    : [h('p', { class: 'note' }, 'The board is too large, or of a kind that the page does not draw.')];
  return answer.valid
    ? [head, ...note, facts(answer), ...(shape ? [links(answer, shape)] : []), files(answer)]
    : [head, ...note, ...defects(answer, mark), ...(shape ? goOn(answer, shape) : [])];
}

function verdict({ valid, closed, board, defect_count: count }: CheckAnswer): string {
  if (valid) {
    return `Valid: ${closed ? 'a closed' : 'an open'} tour of ${board}`;
  }
  return `Not valid on ${board}: ${count} ${count === 1 ? 'defect' : 'defects'}`;
}

function defects(answer: CheckAnswer, mark: (square: string | null) => void): HTMLElement[] {
  const items = answer.defects.map(({ text, square }) =>
    h(
      'li',
      {},
      square === null
        ? text
        : button(text, () => mark(square), {
            class: 'defect',
            onfocus: () => mark(square),
            title: `Show ${square}`,
          }),
    ),
  );
  const more = answer.defect_count - answer.defects.length;
  return [
    h('ul', { class: 'defects', 'aria-label': 'Defects' }, ...items),
    ...(more > 0 ? [h('p', { class: 'note' }, `and ${more} more`)] : []),
  ];
}

function facts(answer: CheckAnswer): HTMLElement {
  const rows = factLines(answer).map(([name, text]) =>
    h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, text)),
  );
  return h('table', { class: 'facts' }, h('tbody', {}, ...rows));
}

/** The same tour in other rooms. */
function links(answer: CheckAnswer, shape: Shape): HTMLElement {
  return h(
    'div',
    { class: 'row' },
    h('a', { href: numberLink(shape, answer.squares, answer.closed) }, 'Its number among all tours'),
    h('a', { href: `#play?board=${answer.board}` }, 'Play this board yourself'),
  );
}

/** What is right of a wrong tour, to play on from there. */
function goOn(answer: CheckAnswer, shape: Shape): HTMLElement[] {
  const squares = answer.squares.slice(0, MOST_GIVEN).map((name) => squareOf(shape, name));
  const lost = squares.indexOf(undefined);
  const known = squares.slice(0, lost < 0 ? squares.length : lost).filter((square) => square !== undefined);
  const { played } = playUpTo(newGame({ shape, kind: 'any', clues: new Map() }), known);
  // The first square alone is no beginning.
  if (played.length < 2) {
    return [];
  }
  const names = played.map((square) => nameOf(shape, square)).join(',');
  const href = `#play?board=${answer.board}&played=${names}`;
  return [h('a', { href }, `Play on from step ${played.length}, ${names.split(',').at(-1)}`)];
}

function files(answer: CheckAnswer): HTMLElement {
  const problem = { board: answer.board, ...(answer.closed ? { closed: true } : {}) };
  return downloads(() => ({ problem, squares: answer.squares, answer }));
}
