// What a board shows, as plain data. Pages derive scenes from their state, and `paint.ts` draws them.

import type { Shape, Square } from '../squares.ts';

/** A sign in the centre of a square. All signs differ in shape, not only in colour. */
export type Sign = 'pip' | 'ring' | 'hint' | 'safe' | 'losing' | 'unknown' | 'missed' | 'removed';

/** What a square shows. */
export interface SquareMark {
  sign?: Sign;
  /** A frame inside the square. */
  frame?: 'bad' | 'warn' | 'accent';
  /** Stripes from the bottom left to the top right, with this strength from 0 to 1. */
  stripes?: number;
  /** A short text in a circle. */
  badge?: string;
  /** A triangle with an exclamation mark in the top right corner. */
  isConflict?: boolean;
  /** A given number, on a plate. */
  clue?: string;
  /** A number of the player. */
  entry?: string;
  /** Small numbers in the top left corner. */
  pencil?: string;
  /** A number in the centre, such as a count. */
  number?: string;
  /** A tint from 0 to 1, for a map of counts. */
  tint?: number;
  /** The text of a screen reader after the name of the square. */
  label?: string;
}

/** A line between the centres of two squares, across joined edges if that is shorter. */
export interface Line {
  from: Square;
  to: Square;
  /** A dashed line crosses the ribbon; the others lie below it. */
  kind: 'wrong' | 'forced' | 'plain';
  /** The opacity from 0 to 1, 1 by default. */
  strength?: number;
}

export interface Scene {
  shape: Shape;
  /** The squares of the ribbon, in order. */
  path: readonly Square[];
  /** True if the ribbon leads back to its first square. */
  isClosed?: boolean;
  /** The number of moves of the whole tour, by which the ribbon is coloured. Its own number by default. */
  moves?: number;
  /** The number of moves that are drawn, with a fraction. All by default. */
  head?: number;
  /** The first move of the neutral part of the ribbon. 0 makes all of it neutral. */
  neutralFrom?: number;
  /** The squares that a search has just left. Their moves are drawn faintly. */
  left?: ReadonlyMap<Square, number>;
  /** True if visited squares show their step in the corner. */
  hasNumbers?: boolean;
  /** True if unvisited squares have pips. */
  hasPips?: boolean;
  marks: ReadonlyMap<Square, SquareMark>;
  lines?: readonly Line[];
  /** The square of the knight, if it stands on the board. */
  knight?: Square | undefined;
}

/** Returns the scene of a board without a tour. */
export function plainScene(shape: Shape): Scene {
  return { shape, marks: new Map(), path: [] };
}

/** Returns the scene of a tour. */
export function tourScene(shape: Shape, path: readonly Square[], isClosed: boolean): Scene {
  return { shape, marks: new Map(), path, isClosed };
}

/** Returns the number of moves of a ribbon. */
export function moveCount({ path, isClosed }: Scene): number {
  return Math.max(0, path.length - 1) + (isClosed && path.length > 1 ? 1 : 0);
}
