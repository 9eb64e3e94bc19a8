// A question about a board: the kind of tour, its start and its end. Several pages ask one.

import type { Problem } from './api.ts';
import {
  boardText,
  leapersText,
  nameOf,
  PIECES,
  parseBoard,
  parseLeapers,
  pieceFields,
  pieceOf,
  type Shape,
  type Square,
  squareOf,
  toggleHole,
} from './squares.ts';

export const KINDS = ['any', 'closed', 'open'] as const;
export type Kind = (typeof KINDS)[number];

/** What a tap on the board changes. */
export type Tool = 'start' | 'end' | 'hole';

export interface Question {
  readonly shape: Shape;
  readonly kind: Kind;
  readonly from?: Square | undefined;
  readonly to?: Square | undefined;
}

/** Returns the question after a tap with a tool. */
export function applyTool(question: Question, tool: Tool, square: Square): Question {
  if (tool === 'hole') {
    const shape = toggleHole(question.shape, square);
    const kept = (end: Square | undefined) => (end !== undefined && !shape.holes.has(end) ? end : undefined);
    return { ...question, shape, from: kept(question.from), to: kept(question.to) };
  }
  if (question.shape.holes.has(square)) {
    return question;
  }
  const { from, to } = question;
  return tool === 'start'
    ? { ...question, from: from === square ? undefined : square, to: to === square ? undefined : to }
    : { ...question, to: to === square ? undefined : square, from: from === square ? undefined : from };
}

/** Returns the question on another board. The start and the end keep their names, if the board has them. */
export function onOtherShape<Q extends Question>(question: Q, shape: Shape): Q {
  const there = (square: Square | undefined) =>
    square === undefined ? undefined : squareOf(shape, nameOf(question.shape, square));
  return { ...question, shape, from: there(question.from), to: there(question.to) };
}

/** Returns the problem for a request. */
export function toProblem({ shape, kind, from, to }: Question): Problem {
  return {
    board: boardText(shape),
    ...pieceFields(shape),
    ...(kind === 'any' ? {} : { [kind]: true }),
    ...(from === undefined ? {} : { from: nameOf(shape, from) }),
    ...(to === undefined ? {} : { to: nameOf(shape, to) }),
  };
}

/** Writes a question into an address. */
export function writeQuestion(query: URLSearchParams, { shape, kind, from, to }: Question): void {
  query.set('board', boardText(shape));
  writePiece(query, shape);
  if (kind !== 'any') {
    query.set('kind', kind);
  }
  if (from !== undefined) {
    query.set('from', nameOf(shape, from));
  }
  if (to !== undefined) {
    query.set('to', nameOf(shape, to));
  }
}

/** Writes the piece into an address, by its name if it has one. A knight is left out. */
export function writePiece(query: URLSearchParams, shape: Shape): void {
  const piece = pieceOf(shape);
  if (piece !== 'knight') {
    query.set('piece', piece ?? leapersText(shape.leapers));
  }
}

/** Reads the board and the piece of an address. Returns undefined if the board is missing or not valid. */
export function readShape(query: URLSearchParams): Shape | undefined {
  const shape = parseBoard(query.get('board') ?? '');
  if (typeof shape === 'string') {
    return undefined;
  }
  const name = query.get('piece') ?? 'knight';
  const known = Object.entries(PIECES).find(([piece]) => piece === name)?.[1];
  return { ...shape, leapers: known ?? parseLeapers(name) ?? PIECES.knight };
}

/** Reads a question from an address. Returns undefined if it has no valid board. */
export function readQuestion(query: URLSearchParams): Question | undefined {
  const shape = readShape(query);
  return (
    shape && {
      shape,
      kind: KINDS.find((kind) => kind === query.get('kind')) ?? 'any',
      from: squareOf(shape, query.get('from') ?? ''),
      to: squareOf(shape, query.get('to') ?? ''),
    }
  );
}
