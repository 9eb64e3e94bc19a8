// The levels, in groups of four. A test asserts that each of them has a tour. Their names and tips are texts.

import type { Kind } from '../question.ts';
import { boardOf, PIECES, type Piece, size } from '../squares.ts';
import { type Task, withClues } from './task.ts';

export interface Level {
  readonly board: string;
  readonly kind?: Kind;
  readonly piece?: Piece;
  readonly from?: string;
  readonly to?: string;
  readonly clues?: readonly (readonly [string, number])[];
  /** The number of undone moves that the third star allows. */
  readonly goal: number;
}

export const LEVELS: readonly Level[] = [
  { board: '3x3-b2', goal: 0 },
  { board: '4x4-a1,d1,a4,d4', goal: 4 },
  { board: '3x4', from: 'a1', goal: 4 },
  { board: '5x5', from: 'a1', goal: 10 },
  { board: '4x5-a1,d5', goal: 8 },
  { board: '5x6-a1,e1,a6,e6', goal: 10 },
  { board: '6x6', goal: 10 },
  { board: '5x5-c3', from: 'b1', goal: 12 },
  { board: '5x5', goal: 12 },
  { board: '4x5', goal: 12 },
  { board: '6x6-d4,e4,f4,d5,e5,f5,d6,e6,f6', goal: 20 },
  { board: '7x7-d1,d2,d6,d7', goal: 20 },
  { board: '6x6-a1,f1,a6,f6', kind: 'closed', goal: 12 },
  { board: '6x6-a1,b1,e1,f1,a2,b2,e2,f2,a5,b5,e5,f5,a6,b6,e6,f6', kind: 'closed', goal: 12 },
  { board: '8x7-a1,b1,c1,f1,g1,h1,a2,b2,g2,h2,a3,h3,a7,d7,e7,h7', kind: 'closed', goal: 15 },
  { board: '6x6', kind: 'closed', goal: 20 },
  { board: 'cylinder:5x3', goal: 6 },
  { board: 'torus:4x4', kind: 'closed', goal: 6 },
  { board: '6x6-b1,d1,f1,a2,c2,e2,b3,d3,f3,a4,c4,e4,b5,d5,f5,a6,c6,e6', piece: 'camel', goal: 8 },
  {
    board: '6x6',
    clues: [
      ['a1', 1],
      ['f6', 13],
      ['a6', 24],
      ['f1', 36],
    ],
    goal: 20,
  },
  { board: '8x8', goal: 15 },
  { board: '8x8', from: 'a1', to: 'h1', goal: 25 },
  { board: '8x8', kind: 'closed', goal: 25 },
  { board: '5x6', kind: 'closed', goal: 30 },
];

export const LEVELS_PER_GROUP = 4;

/** Returns the task of a level. */
export function levelTask(level: Level): Task {
  const shape = boardOf(level.board, PIECES[level.piece ?? 'knight']);
  const ends: [string, number][] = [];
  if (level.from !== undefined) {
    ends.push([level.from, 1]);
  }
  if (level.to !== undefined) {
    ends.push([level.to, size(shape)]);
  }
  return withClues({ shape, kind: level.kind ?? 'any', clues: new Map() }, [...(level.clues ?? []), ...ends]);
}
