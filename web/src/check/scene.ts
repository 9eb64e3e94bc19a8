// A tour, or what was to be one, as far as it can be drawn.

import type { Line, Scene, Spot } from '../board/scene.ts';
import { knightMoves, type Shape, type Square, squareOf } from '../squares.ts';
import type { CheckAnswer } from '../wire.ts';

/** What was checked, on its board. `marked` is the square of the defect that is looked at. */
export function checkedScene(shape: Shape, answer: CheckAnswer, marked: Square | undefined): Scene {
  const path = answer.squares.map((name) => squareOf(shape, name)).filter((square) => square !== undefined);
  const spots = spotsOf(path, answer.closed && answer.valid);
  for (const { square: name, kind } of answer.defects) {
    const square = name === null ? undefined : squareOf(shape, name);
    if (square !== undefined) {
      const heat = kind === 'missing' ? 0.3 : 0.6;
      spots.set(square, { ...spots.get(square), tone: 'bad', heat, label: labelOf(spots.get(square), kind) });
    }
  }
  if (marked !== undefined) {
    spots.set(marked, { ...spots.get(marked), tone: 'marked', heat: 1 });
  }
  if (answer.valid) {
    return { shape, spots, path, isClosed: answer.closed };
  }
  return { shape, spots, path: [], lines: linesOf(shape, path, brokenSteps(answer)) };
}

/** The steps that are no moves, as the verifier tells them. */
function brokenSteps({ defects }: CheckAnswer): Set<number> {
  const steps = defects.filter(({ kind }) => kind === 'not-a-move').map(({ step }) => step ?? 0);
  return new Set(steps);
}

function linesOf(shape: Shape, path: readonly Square[], broken: ReadonlySet<number>): Line[] {
  return path.slice(1).map((to, at) => {
    const from = path[at] ?? to;
    // Not all defects of a long list are sent, so that the board is asked too.
    const isBroken = broken.has(at + 2) || (broken.size > 0 && !knightMoves(shape, from).includes(to));
    return { from, to, tone: isBroken ? 'bad' : 'one' };
  });
}

function spotsOf(path: readonly Square[], isClosed: boolean): Map<Square, Spot> {
  const spots = new Map<Square, Spot>();
  for (const [at, square] of path.entries()) {
    const before = spots.get(square)?.text;
    const tone = at === 0 ? 'start' : at === path.length - 1 && !isClosed ? 'end' : undefined;
    spots.set(square, { ...(tone ? { tone } : {}), text: before ? `${before}/${at + 1}` : String(at + 1) });
  }
  return spots;
}

function labelOf(spot: Spot | undefined, kind: string): string {
  const what = kind.replaceAll('-', ' ');
  return spot?.text ? `${spot.text}, ${what}` : what;
}
