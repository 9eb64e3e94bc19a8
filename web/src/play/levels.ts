// The levels, from easy to hard. Every one has a tour: a test asks the server for each.

import type { Kind } from '../setup.ts';
import { nameOf, parseBoard, size, squareOf } from '../squares.ts';
import { squareAtStep, type Task } from './task.ts';

export interface Level {
  readonly name: string;
  readonly board: string;
  readonly kind?: Kind;
  readonly from?: string;
  readonly to?: string;
  /** Does the coach look on from the beginning? */
  readonly isCoached?: boolean;
}

export const LEVELS: readonly Level[] = [
  { name: 'Twelve squares', board: '3x4', isCoached: true },
  { name: 'No corners', board: '4x4-a1,d1,a4,d4', isCoached: true },
  { name: 'Round the pond', board: '5x5-c3', isCoached: true },
  { name: 'From the corner', board: '5x5', from: 'a1', isCoached: true },
  { name: 'Four by five', board: '4x5', isCoached: true },
  { name: 'Thirty-six', board: '6x6', isCoached: true },
  {
    name: 'The cross',
    board: '8x8-a1,b1,g1,h1,a2,b2,g2,h2,a7,b7,g7,h7,a8,b8,g8,h8',
    isCoached: true,
  },
  {
    name: 'The heart',
    board: '8x7-a1,b1,c1,f1,g1,h1,a2,b2,g2,h2,a3,h3,a7,d7,e7,h7',
    kind: 'closed',
    isCoached: true,
  },
  { name: 'Home again', board: '6x6', kind: 'closed', isCoached: true },
  { name: 'The chessboard', board: '8x8', isCoached: true },
  { name: 'Corner to corner', board: '8x8', from: 'a1', to: 'h1' },
  { name: 'The closed tour', board: '8x8', kind: 'closed', isCoached: true },
  { name: 'The closed tour, alone', board: '8x8', kind: 'closed' },
];

/** The task of a level. */
export function levelTask(level: Level): Task {
  const shape = parseBoard(level.board);
  if (typeof shape === 'string') {
    throw new Error(shape);
  }
  const clues = new Map<number, number>();
  const fix = (name: string | undefined, step: number) => {
    const square = name === undefined ? undefined : squareOf(shape, name);
    if (square !== undefined) {
      clues.set(square, step);
    }
  };
  fix(level.from, 1);
  fix(level.to, shape.files * shape.ranks - shape.holes.size);
  return { shape, kind: level.kind ?? 'any', clues };
}

/** What shall be done, in a line. */
export function goalText(task: Task): string {
  const [from, to] = [1, size(task.shape)].map((step) => {
    const square = squareAtStep(task, step);
    return square === undefined ? undefined : nameOf(task.shape, square);
  });
  const ends = [
    from === undefined ? (to === undefined ? ', from wherever you like' : '') : `, from ${from}`,
    to === undefined ? '' : ` to ${to}`,
  ].join('');
  const kinds = {
    any: `Visit every square once${ends}`,
    closed: `Visit every square once and end a move from the start${from === undefined ? '' : `, ${from}`}`,
    open: `Visit every square once${ends}, and end where no move leads back to the start`,
  };
  return `${kinds[task.kind]}.`;
}
