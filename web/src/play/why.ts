// Why a position is lost, on the board. Reasons of whole boards have pictures of their own; in the middle
// of a game the reason is a chain of thought, and the squares that it names are marked.

import type { Scene } from '../board/scene.ts';
import { type LegendEntry, showReason } from '../solve/reason.ts';
import { type Shape, type Square, squareOf } from '../squares.ts';
import type { Reason } from '../wire.ts';

/** The squares that a text names. Holes, which the name of a board consists of, are none. */
export function namedSquares(text: string, shape: Shape): Square[] {
  const names = text.match(/\b[a-z]{1,2}[1-9]\d{0,2}\b/g) ?? [];
  return [...new Set(names.map((name) => squareOf(shape, name)))].filter((square) => square !== undefined);
}

export interface Why {
  scene: Scene;
  legend: LegendEntry[];
}

/** Paints a reason over a scene; undefined where it speaks of no square. */
export function why(scene: Scene, reason: Reason): Why | undefined {
  const shown = showReason(reason, scene.shape);
  const spots = new Map(scene.spots);
  if (shown.spots.size > 0) {
    for (const [square, spot] of shown.spots) {
      const before = spots.get(square);
      spots.set(square, { ...spot, ...(before?.text === undefined ? {} : { text: before.text }) });
    }
    return { scene: { ...scene, spots, lines: shown.lines }, legend: shown.legend };
  }
  const named = namedSquares(reason.text, scene.shape);
  for (const square of named) {
    const before = spots.get(square);
    spots.set(square, {
      ...before,
      tone: 'bad',
      heat: 0.8,
      label: `${before?.label ?? ''}, part of the reason`,
    });
  }
  return named.length === 0
    ? undefined
    : { scene: { ...scene, spots }, legend: [{ tone: 'bad', text: 'the squares that the reason names' }] };
}
