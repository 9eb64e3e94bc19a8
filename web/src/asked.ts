// What is asked for: a board, a kind, the ends. Plain data, and how it changes; `setup.ts` is the form for it.

import { boardText, nameOf, type Shape, type Square, squareOf, toggleHole } from './squares.ts';
import type { Problem } from './wire.ts';

export const KINDS = [
  ['any', 'any tour'],
  ['closed', 'closed tour'],
  ['open', 'open tour'],
] as const;
export type Kind = (typeof KINDS)[number][0];

/** What a click on the board does. */
export type Tool = 'start' | 'end' | 'hole';

/** What is set up: plain data. */
export interface Setup {
  readonly shape: Shape;
  readonly kind: Kind;
  readonly from?: Square | undefined;
  readonly to?: Square | undefined;
  readonly tool: Tool;
}

/** The state after a square was chosen. */
export function chosen(setup: Setup, square: Square): Setup {
  if (setup.tool === 'hole') {
    return onBoard({ ...setup, shape: toggleHole(setup.shape, square) });
  }
  if (setup.shape.holes.has(square)) {
    return setup;
  }
  const { from, to } = setup;
  return setup.tool === 'start'
    ? { ...setup, from: from === square ? undefined : square, to: to === square ? undefined : to }
    : { ...setup, to: to === square ? undefined : square, from: from === square ? undefined : from };
}

/** Ends that are not on the board (any more) are forgotten. */
export function onBoard(setup: Setup): Setup {
  const { shape } = setup;
  const kept = (square: Square | undefined) =>
    square !== undefined && square < shape.files * shape.ranks && !shape.holes.has(square)
      ? square
      : undefined;
  return { ...setup, from: kept(setup.from), to: kept(setup.to) };
}

/** The same squares by name on another board, as far as they are there. */
export function moved(setup: Setup, shape: Shape): Setup {
  const there = (square: Square | undefined) =>
    square === undefined ? undefined : squareOf(shape, nameOf(setup.shape, square));
  return { ...setup, shape, from: there(setup.from), to: there(setup.to) };
}

/** The problem, as the server reads it. */
export function problemOf({ shape, kind, from, to }: Setup): Problem {
  return {
    board: boardText(shape),
    ...(kind === 'closed' ? { closed: true } : {}),
    ...(kind === 'open' ? { open: true } : {}),
    ...(from === undefined ? {} : { from: nameOf(shape, from) }),
    ...(to === undefined ? {} : { to: nameOf(shape, to) }),
  };
}
