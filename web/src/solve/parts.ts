// How a board falls apart.

import { knightMoves, type Shape, type Square } from '../squares.ts';

/** All squares that a knight reaches from one, without those of a set. */
export function flood(shape: Shape, from: Square, without: ReadonlySet<Square>): Square[] {
  const reached = new Set([from]);
  for (const square of reached) {
    for (const next of knightMoves(shape, square)) {
      if (!without.has(next)) {
        reached.add(next);
      }
    }
  }
  return [...reached];
}

/** The parts that a board falls into when squares are taken out. */
export function partsWithout(shape: Shape, cut: ReadonlySet<Square>): Square[][] {
  const seen = new Set<Square>(cut);
  const parts: Square[][] = [];
  for (let square = 0; square < shape.files * shape.ranks; square += 1) {
    if (!seen.has(square) && !shape.holes.has(square)) {
      const part = flood(shape, square, cut);
      parts.push(part);
      for (const member of part) {
        seen.add(member);
      }
    }
  }
  return parts;
}
