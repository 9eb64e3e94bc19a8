// A board on so many pixels. Every edge between squares lies between two pixels, so that it is sharp at any
// size; sides of squares may therefore differ by one pixel.

import { fileOf, rankOf, type Shape, type Square } from '../squares.ts';
import type { Point } from './geometry.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export class Layout {
  readonly width: number;
  readonly height: number;
  /** How many pixels of the device one pixel of the page has. */
  readonly ratio: number;
  /** The side of a square, in pixels of the device. */
  readonly side: number;
  readonly #shape: Shape;

  constructor(shape: Shape, width: number, height: number, ratio: number) {
    this.#shape = shape;
    this.width = width;
    this.height = height;
    this.ratio = ratio;
    this.side = width / shape.files;
  }

  /** Where a square is. */
  box(square: Square): Box {
    const file = fileOf(this.#shape, square);
    const row = this.#shape.ranks - 1 - rankOf(this.#shape, square);
    const [x, y] = [this.#edgeX(file), this.#edgeY(row)];
    return { x, y, width: this.#edgeX(file + 1) - x, height: this.#edgeY(row + 1) - y };
  }

  /** A point of the board, given in squares, in pixels. */
  at({ x, y }: Point): Point {
    return { x: (x * this.width) / this.#shape.files, y: (y * this.height) / this.#shape.ranks };
  }

  /** So many pixels of the page. */
  px(pixels: number): number {
    return pixels * this.ratio;
  }

  #edgeX(file: number): number {
    return Math.round((file * this.width) / this.#shape.files);
  }

  #edgeY(row: number): number {
    return Math.round((row * this.height) / this.#shape.ranks);
  }
}
