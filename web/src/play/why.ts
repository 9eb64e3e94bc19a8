// Why a position is lost, on the board: the picture of the reason over that of the game.

import type { Scene } from '../board/scene.ts';
import { type LegendEntry, showReason } from '../solve/reason.ts';
import type { Reason } from '../wire.ts';

export interface Why {
  scene: Scene;
  legend: LegendEntry[];
}

/** Paints a reason over a scene; undefined where it speaks of no square. */
export function why(scene: Scene, reason: Reason): Why | undefined {
  const shown = showReason(reason, scene.shape);
  if (shown.spots.size === 0) {
    return undefined;
  }
  const spots = new Map(scene.spots);
  for (const [square, spot] of shown.spots) {
    const before = spots.get(square);
    const label = [before?.label, spot.label].filter(Boolean).join(', ');
    spots.set(square, {
      ...spot,
      label,
      ...(before?.text === undefined ? {} : { text: before.text, isGiven: before.isGiven ?? false }),
    });
  }
  return { scene: { ...scene, spots, lines: shown.lines }, legend: shown.legend };
}
