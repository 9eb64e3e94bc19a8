// A number on each square, as text and as warmth.

import type { Scene, Spot } from '../board/scene.ts';
import { type Shape, type Square, squareOf } from '../squares.ts';
import type { CountAnswer } from '../wire.ts';
import { compact, grouped, part } from './figures.ts';

export function heatScene(shape: Shape, answer: CountAnswer): Scene {
  const numbers = answer.by_start ?? [];
  const largest = numbers.reduce((most, { count }) => (BigInt(most) < BigInt(count) ? count : most), '0');
  const spots = new Map<Square, Spot>();
  for (const { square: name, count } of numbers) {
    const square = squareOf(shape, name);
    if (square !== undefined) {
      const heat = 0.8 * part(count, largest);
      spots.set(square, { tone: 'end', heat, text: compact(count), label: `${grouped(count)} tours` });
    }
  }
  return { shape, spots, path: [] };
}
