// A moment of a film as a scene.

import type { Line, Scene, Spot } from '../board/scene.ts';
import type { Square } from '../squares.ts';
import type { Film } from './film.ts';

export interface ViewOptions {
  /** Write the steps on the finished tour. */
  hasNumbers: boolean;
  /** For how many moments a square that was left can still be seen. */
  window: number;
}

export function sceneAt(film: Film, moment: number, { hasNumbers, window }: ViewOptions): Scene {
  const { shape } = film;
  const path = film.path(moment);
  const isEnd = film.isEnd(moment);
  const isTour = isEnd && film.tour.length > 0;
  const spots = new Map<Square, Spot>();
  for (const [square, freshness] of film.left(moment, isEnd ? 0 : window)) {
    spots.set(square, { tone: 'other', heat: 0.65 * freshness, hatch: freshness, label: 'left again' });
  }
  for (const [at, square] of path.entries()) {
    spots.set(square, {
      tone: 'visited',
      // The two colours of the board shine through a little.
      heat: 0.82,
      ...(hasNumbers && isTour ? { text: String(at + 1) } : {}),
      label: `step ${at + 1}`,
    });
  }
  const { outcome } = film.answer;
  return {
    shape,
    spots,
    path,
    isClosed: isTour && outcome.outcome === 'found' && outcome.closed,
    lines: path.length > 0 && isEnd ? [] : linesAt(film, moment),
    knight: isTour ? undefined : path.at(-1),
  };
}

function linesAt(film: Film, moment: number): Line[] {
  const picture = film.picture(moment);
  if (picture?.what === 'network') {
    return pairs(picture.moves).map(([from, to]) => ({ from, to, tone: 'good', strength: 0.9 }));
  }
  if (picture?.what !== 'trails') {
    return [];
  }
  // A move and its way back lie on each other: the stronger one is seen.
  const strongest = new Map<string, Line>();
  for (const [at, [from, to]] of pairs(film.answer.trail_moves).entries()) {
    const strength = (picture.strengths[at] ?? 0) / 99;
    const key = from < to ? `${from} ${to}` : `${to} ${from}`;
    if (strength > 0.02 && strength > (strongest.get(key)?.strength ?? 0)) {
      strongest.set(key, { from, to, tone: 'bad', strength });
    }
  }
  return [...strongest.values()];
}

function pairs(list: readonly number[]): [Square, Square][] {
  const pairs: [Square, Square][] = [];
  for (let at = 0; at + 1 < list.length; at += 2) {
    pairs.push([list[at] ?? 0, list[at + 1] ?? 0]);
  }
  return pairs;
}
