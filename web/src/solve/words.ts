// What a film and an outcome say, in words.

import { ended, sentence, some, withoutBoard } from '../sentence.ts';
import { nameOf, size } from '../squares.ts';
import type { Method, Outcome } from '../wire.ts';
import type { Film } from './film.ts';

/** What each method does. */
export const ABOUT: Record<Method, string> = {
  auto: 'Decides by theorem where it can, then takes what works.',
  'brute-force': 'Tries every path, squares with the fewest ways on first.',
  backtracking: 'Tries every path, moves in a fixed order.',
  warnsdorff: 'Goes to the square with the fewest ways on, and never back.',
  construct: 'Joins small tours to a large one, without search.',
  exact: 'Supposes moves, follows all that they force, and proves.',
  patch: 'Covers any shape with loops, and joins them.',
  neural: 'Lets a neuron for each move settle; often ends in several loops.',
  ants: 'Sends ants along each other’s trails until one tours the board.',
};

export const TIES = [
  ['first', 'the first in the order of moves'],
  ['random', 'any of them, by the seed'],
  ['roth', 'the farthest from the centre (Roth)'],
  ['pohl', 'whose neighbours have the fewest ways on (Pohl)'],
  ['pohl-least', 'the one with the loneliest neighbour'],
  ['squirrel', 'by a table of orders, from a corner (Squirrel)'],
] as const;
export type Tie = (typeof TIES)[number][0];

/** What happened at a moment of a film. */
export function caption(film: Film, moment: number): string {
  const event = film.event(moment);
  const name = (square: number) => nameOf(film.shape, square);
  switch (event.what) {
    case 'nothing':
      return 'Before the first move';
    case 'visit':
      return `Visit ${name(event.square)}, step ${event.step}`;
    case 'retreat':
      return event.square === undefined
        ? 'Going back to the empty board'
        : `Going back to ${name(event.square)}, step ${event.step}`;
    case 'walk':
      return `Walk ${event.walk} begins on ${name(event.square)}`;
    case 'network': {
      const attempt = event.attempt > 1 ? `Attempt ${event.attempt}, sweep` : 'Sweep';
      const moves = some(event.moves.length / 2, 'move');
      return `${attempt} ${event.sweep}: ${moves} on, ${some(withTwo(event.moves), 'square')} with two`;
    }
    case 'trails':
      return `Cycle ${event.cycle} of the ants`;
    case 'tour':
      return 'The tour';
  }
}

/** How many squares have exactly two of these moves. */
function withTwo(moves: readonly number[]): number {
  const degrees = new Map<number, number>();
  for (const square of moves) {
    degrees.set(square, 1 + (degrees.get(square) ?? 0));
  }
  return [...degrees.values()].filter((degree) => degree === 2).length;
}

/** What came of it, in one word or two. */
export function verdict(outcome: Outcome): string {
  if (outcome.outcome === 'found') {
    return outcome.closed ? 'closed tour' : 'open tour';
  }
  return outcome.outcome === 'impossible' ? 'no tour exists' : 'no answer';
}

/** What ends a method that has no answer. */
const STOPPED: Record<string, string> = {
  heuristic: 'The rule failed',
  time: 'The time was up',
  steps: 'The steps were used up',
  memory: 'The memory was used up',
  unsupported: 'The method does not fit the problem',
};

/** What came of it, in a sentence. */
export function conclusion(outcome: Outcome): string {
  switch (outcome.outcome) {
    case 'found': {
      const kind = outcome.closed ? 'A closed tour' : 'An open tour';
      return `${kind} of ${some(outcome.squares.length, 'square')}, found by ${outcome.method} and checked.`;
    }
    case 'impossible':
      return `There is no such tour: ${ended(withoutBoard(outcome.reason.text))}`;
    case 'unknown':
      return `No answer, which proves nothing. ${STOPPED[outcome.stopped_by] ?? `Stopped by ${outcome.stopped_by}`}. ${sentence(outcome.tried)}`;
  }
}

/** Milliseconds as a person reads them. */
export function elapsed(ms: number): string {
  return ms < 10
    ? `${ms.toFixed(2)} ms`
    : ms < 10_000
      ? `${Math.round(ms)} ms`
      : `${(ms / 1000).toFixed(1)} s`;
}

/** What a film leaves out. */
export function shortcomings(film: Film): string {
  if (film.answer.cut) {
    return 'The film was cut: there was no room for all of the work, only for its beginning.';
  }
  if (film.isRetold) {
    return 'This method does not walk from square to square; the film follows the finished tour.';
  }
  return '';
}

/** How much of the board is visited. */
export function progress(film: Film, moment: number): string {
  const [step, all] = [film.tally(moment).step, size(film.shape)];
  return `${step.toLocaleString('en')} of ${all.toLocaleString('en')}`;
}
