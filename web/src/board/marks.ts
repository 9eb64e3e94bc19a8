// The marks on squares: fillings, hatching, and signs that say the same without colour.

import type { Shape, Square } from '../squares.ts';
import { centre } from './geometry.ts';
import type { Layout } from './layout.ts';
import type { Palette } from './paint.ts';
import type { Scene, Tone } from './scene.ts';

/** Fills squares, all of one tone and strength at once. */
export function paintFillings(
  canvas: CanvasRenderingContext2D,
  { shape, spots }: Scene,
  layout: Layout,
  palette: Palette,
): void {
  const fillings = new Map<string, { tone: Tone; heat: number; squares: Square[] }>();
  for (const [square, { tone, heat }] of spots) {
    if ((tone === undefined && heat === undefined) || shape.holes.has(square)) {
      continue;
    }
    // Finer differences cannot be seen, and would be many paths.
    const strength = Math.round((heat ?? 1) * 50) / 50;
    const key = `${tone} ${strength}`;
    let filling = fillings.get(key);
    if (!filling) {
      filling = { tone: tone ?? 'visited', heat: strength, squares: [] };
      fillings.set(key, filling);
    }
    filling.squares.push(square);
  }
  for (const { tone, heat, squares } of fillings.values()) {
    canvas.globalAlpha = heat;
    canvas.fillStyle = palette(tone);
    // Thousands of rectangles are painted faster one by one than as one path.
    for (const square of squares) {
      const { x, y, width, height } = layout.box(square);
      canvas.fillRect(x, y, width, height);
    }
  }
  canvas.globalAlpha = 1;
}

/** Strokes across squares, from the bottom left to the top right. */
export function paintHatching(
  canvas: CanvasRenderingContext2D,
  { spots }: Scene,
  layout: Layout,
  palette: Palette,
): void {
  const strokes = new Map<number, Path2D>();
  for (const [square, { hatch }] of spots) {
    if (hatch === undefined || hatch <= 0) {
      continue;
    }
    const strength = Math.ceil(hatch * 8) / 8;
    const lines = strokes.get(strength) ?? new Path2D();
    strokes.set(strength, lines);
    const { x, y, width, height } = layout.box(square);
    for (const part of [0.25, 0.5, 0.75]) {
      lines.moveTo(x, y + 2 * part * height);
      lines.lineTo(x + 2 * part * width, y);
    }
    // The strokes end at the edge of the square: what lies beyond it is cut off below.
  }
  for (const [strength, lines] of strokes) {
    const squares = new Path2D();
    for (const [square, { hatch }] of spots) {
      if (hatch !== undefined && Math.ceil(hatch * 8) / 8 === strength) {
        const { x, y, width, height } = layout.box(square);
        squares.rect(x, y, width, height);
      }
    }
    canvas.save();
    canvas.clip(squares);
    canvas.globalAlpha = 0.55 * strength;
    canvas.strokeStyle = palette('rim');
    canvas.lineWidth = Math.max(layout.px(1), layout.side * 0.035);
    canvas.stroke(lines);
    canvas.restore();
  }
}

/** Paints the signs in the middles of squares. */
export function paintSigns(
  canvas: CanvasRenderingContext2D,
  { shape, spots }: Scene,
  layout: Layout,
  palette: Palette,
): void {
  const signs = [...spots].filter(([, { dot }]) => dot);
  // A few signs are seen on the smallest squares too; many would hide each other.
  const least = signs.length <= FEW ? layout.px(6) : 0;
  for (const [square, { dot }] of signs) {
    if (dot) {
      paintSign(canvas, shape, square, dot, layout, palette, least);
    }
  }
}

const FEW = 16;

function paintSign(
  canvas: CanvasRenderingContext2D,
  shape: Shape,
  square: Square,
  tone: Tone,
  layout: Layout,
  palette: Palette,
  least: number,
): void {
  const { x, y } = layout.at(centre(shape, square));
  const part = tone === 'good' || tone === 'bad' || tone === 'unknown' ? 0.24 : 0.16;
  const radius = Math.max(least, layout.side * part);
  canvas.fillStyle = palette(tone);
  canvas.beginPath();
  canvas.arc(x, y, radius, 0, 2 * Math.PI);
  canvas.fill();
  canvas.strokeStyle = palette('paper');
  canvas.lineWidth = radius * 0.27;
  canvas.lineCap = 'round';
  canvas.lineJoin = 'round';
  const sign = SIGNS[tone];
  if (sign) {
    canvas.beginPath();
    for (const stroke of sign) {
      for (const [at, [right, down]] of stroke.entries()) {
        const [to, from] = [x + right * radius, y + down * radius];
        at === 0 ? canvas.moveTo(to, from) : canvas.lineTo(to, from);
      }
    }
    canvas.stroke();
  }
}

type Stroke = readonly (readonly [number, number])[];

/** A tick, a cross and a question mark, in radii of the dot. */
const SIGNS: Partial<Record<Tone, readonly Stroke[]>> = {
  good: [
    [
      [-0.5, 0.02],
      [-0.12, 0.4],
      [0.5, -0.38],
    ],
  ],
  bad: [
    [
      [-0.4, -0.4],
      [0.4, 0.4],
    ],
    [
      [-0.4, 0.4],
      [0.4, -0.4],
    ],
  ],
  unknown: [
    [
      [-0.3, -0.32],
      [-0.17, -0.53],
      [0.1, -0.56],
      [0.31, -0.38],
      [0.27, -0.13],
      [0, 0.06],
      [0, 0.2],
    ],
    [
      [0, 0.53],
      [0, 0.54],
    ],
  ],
};
