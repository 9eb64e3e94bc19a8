// Where squares are: in squares from the top left corner of the board, y downwards.

import { fileOf, rankOf, type Shape, type Square } from '../squares.ts';

export interface Point {
  x: number;
  y: number;
}

/** The middle of a square. */
export function centre(shape: Shape, square: Square): Point {
  return { x: fileOf(shape, square) + 0.5, y: shape.ranks - rankOf(shape, square) - 0.5 };
}

/** The square at a point, hole or not; undefined beside the board. */
export function squareAt(shape: Shape, { x, y }: Point): Square | undefined {
  const [file, row] = [Math.floor(x), Math.floor(y)];
  if (file < 0 || row < 0 || file >= shape.files || row >= shape.ranks) {
    return undefined;
  }
  return (shape.ranks - 1 - row) * shape.files + file;
}

/**
 * The pieces of a move: one, or two where it is shorter around joined edges. The first leaves the board
 * towards the end, the second comes in again.
 */
export function pieces(shape: Shape, from: Square, to: Square): [Point, Point][] {
  const [a, b] = [centre(shape, from), centre(shape, to)];
  const x = shape.surface === 'flat' ? 0 : around(b.x - a.x, shape.files);
  const y = shape.surface === 'torus' ? around(b.y - a.y, shape.ranks) : 0;
  if (x === 0 && y === 0) {
    return [[a, b]];
  }
  return [
    [a, { x: b.x + x, y: b.y + y }],
    [{ x: a.x - x, y: a.y - y }, b],
  ];
}

/** What must be added to a distance to make it the shorter one around a side. */
function around(distance: number, side: number): number {
  if (distance > side / 2) {
    return -side;
  }
  return distance < -side / 2 ? side : 0;
}
