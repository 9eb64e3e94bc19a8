// A number on each square, as text and as warmth.

import type { Scene, Spot } from '../board/scene.ts';
import { type Shape, type Square, squareOf } from '../squares.ts';
import type { CountAnswer } from '../wire.ts';
import { compact, grouped, part } from './figures.ts';

/** The numbers by their squares, if they were asked for. */
export function startsOf(answer: CountAnswer): Map<string, string> | undefined {
  return answer.starts && new Map(Object.entries(answer.starts));
}

export function heatScene(shape: Shape, answer: CountAnswer): Scene {
  const numbers = startsOf(answer) ?? new Map<string, string>();
  const largest = [...numbers.values()].reduce((a, b) => (BigInt(a) < BigInt(b) ? b : a), '0');
  const spots = new Map<Square, Spot>();
  for (const [name, number] of numbers) {
    const square = squareOf(shape, name);
    if (square !== undefined) {
      const heat = 0.8 * part(number, largest);
      spots.set(square, { tone: 'end', heat, text: compact(number), label: `${grouped(number)} tours` });
    }
  }
  return { shape, spots, path: [] };
}
