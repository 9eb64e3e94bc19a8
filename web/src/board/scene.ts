// What is to be seen on a board: plain data. Rooms make scenes out of their state, `paint.ts` draws them.

import type { Shape, Square } from '../squares.ts';

/** Colours are named after what they mean; `style/colours.css` gives them for light and dark. */
export type Tone = 'visited' | 'start' | 'end' | 'good' | 'bad' | 'unknown' | 'marked' | 'one' | 'other';

/** What stands on a square. */
export interface Spot {
  /** Fills the square. */
  tone?: Tone;
  /** Fills it more or less strongly, from 0 to 1. */
  heat?: number;
  /** Strokes across the square, more or less strongly, from 0 to 1: it was left again, or is of two kinds. */
  hatch?: number;
  /** Is written on it: a step, a clue, a number. */
  text?: string;
  /** The text was given, and is not the player's own. */
  isGiven?: boolean;
  /**
   * A mark in the middle: the knight may go there. Good ones bear a tick, bad ones a cross, unknown ones
   * a question mark, all others are plain dots.
   */
  dot?: Tone;
  /** What a screen reader says after the name of the square. */
  label?: string;
}

/** A line between the middles of two squares, around joined edges where that is shorter. */
export interface Line {
  from: Square;
  to: Square;
  tone: Tone;
  /** From 0 to 1; 1 if missing. */
  strength?: number;
}

export interface Scene {
  shape: Shape;
  spots: ReadonlyMap<Square, Spot>;
  /** Squares joined by a line, in order. */
  path: readonly Square[];
  /** Does the line lead back to its first square? */
  isClosed?: boolean;
  /** Other lines, below the path. */
  lines?: readonly Line[];
  knight?: Square | undefined;
}

/** A board with nothing on it. */
export function emptyScene(shape: Shape): Scene {
  return { shape, spots: new Map(), path: [] };
}
