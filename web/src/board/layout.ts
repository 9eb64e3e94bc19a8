// Where the squares of a board are, in squares from its top left corner (y downwards) and in pixels.

import { fileOf, rankOf, type Shape, type Square } from '../squares.ts';

export interface Point {
  x: number;
  y: number;
}

/** Returns the centre of a square. */
export function centre(shape: Shape, square: Square): Point {
  return { x: fileOf(shape, square) + 0.5, y: shape.ranks - rankOf(shape, square) - 0.5 };
}

/** Returns the square at a point, which may be a hole, or undefined outside the board. */
export function squareAt(shape: Shape, { x, y }: Point): Square | undefined {
  const [file, row] = [Math.floor(x), Math.floor(y)];
  if (file < 0 || row < 0 || file >= shape.files || row >= shape.ranks) {
    return undefined;
  }
  return (shape.ranks - 1 - row) * shape.files + file;
}

/**
 * Returns the segments of a move: one, or two if it is shorter across joined edges. The first one leaves the
 * board, the second one enters it again.
 */
export function moveSegments(shape: Shape, from: Square, to: Square): [Point, Point][] {
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

/** Returns what must be added to a distance to get the shorter one across joined edges. */
function around(distance: number, side: number): number {
  if (distance > side / 2) {
    return -side;
  }
  return distance < -side / 2 ? side : 0;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The place of a board in a canvas: centred, with a gutter for coordinates at the left and at the bottom. */
export class Layout {
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
  /** The side of a square in device pixels. */
  readonly side: number;
  /** The board in device pixels. */
  readonly board: Box;
  readonly gutter: number;
  readonly #shape: Shape;

  constructor(shape: Shape, width: number, height: number, ratio: number, gutter: number) {
    this.#shape = shape;
    this.ratio = ratio;
    this.gutter = gutter * ratio;
    const edge = gutter > 0 ? 2 * ratio : 0;
    const [wide, high] = [width - this.gutter - edge, height - this.gutter - edge];
    this.side = Math.max(0.1, Math.min(wide / shape.files, high / shape.ranks));
    const [boardWidth, boardHeight] = [this.side * shape.files, this.side * shape.ranks];
    this.board = {
      x: Math.round(this.gutter + (wide - boardWidth) / 2),
      y: Math.round(edge + (high - boardHeight) / 2),
      width: boardWidth,
      height: boardHeight,
    };
  }

  /** Returns the rectangle of a square. Neighbours share their edges. */
  box(square: Square): Box {
    const file = fileOf(this.#shape, square);
    const row = this.#shape.ranks - 1 - rankOf(this.#shape, square);
    const edge = (count: number) => Math.round(count * this.side);
    const [x, y] = [this.board.x + edge(file), this.board.y + edge(row)];
    return { x, y, width: edge(file + 1) - edge(file), height: edge(row + 1) - edge(row) };
  }

  /** Converts a point from squares to device pixels. */
  at({ x, y }: Point): Point {
    return { x: this.board.x + x * this.side, y: this.board.y + y * this.side };
  }

  /** Converts CSS pixels to device pixels. */
  px(pixels: number): number {
    return pixels * this.ratio;
  }

  /** The side of a square in CSS pixels. */
  get cssSide(): number {
    return this.side / this.ratio;
  }
}
