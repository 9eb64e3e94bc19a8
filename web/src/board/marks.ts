// The marks on squares. All of them are readable without colour.

import type { Shape, Square } from '../squares.ts';
import type { Palette } from './colours.ts';
import { centre, type Layout } from './layout.ts';
import type { Scene, Sign, SquareMark } from './scene.ts';

type Stroke = readonly (readonly [number, number])[];

/** Signs as strokes, in radii of their disc. */
const TICK: readonly Stroke[] = [
  [
    [-0.5, 0.02],
    [-0.12, 0.4],
    [0.5, -0.38],
  ],
];
const CROSS: readonly Stroke[] = [
  [
    [-0.4, -0.4],
    [0.4, 0.4],
  ],
  [
    [-0.4, 0.4],
    [0.4, -0.4],
  ],
];
const QUESTION: readonly Stroke[] = [
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
];
const EXCLAMATION: readonly Stroke[] = [
  [
    [0, -0.5],
    [0, 0.15],
  ],
  [
    [0, 0.48],
    [0, 0.49],
  ],
];

const DISCS: Partial<Record<Sign, readonly [colour: string, strokes: readonly Stroke[]]>> = {
  safe: ['mark-good', TICK],
  losing: ['mark-bad', CROSS],
  unknown: ['mark-warn', QUESTION],
  hint: ['next', EXCLAMATION],
};

/** Paints the sign of a square. */
export function paintSign(
  canvas: CanvasRenderingContext2D,
  shape: Shape,
  square: Square,
  sign: Sign,
  layout: Layout,
  palette: Palette,
): void {
  const { x, y } = layout.at(centre(shape, square));
  const { side } = layout;
  const circle = (radius: number) => {
    canvas.beginPath();
    canvas.arc(x, y, radius * side, 0, 2 * Math.PI);
  };
  canvas.lineCap = 'round';
  canvas.lineJoin = 'round';
  if (sign === 'pip') {
    circle(0.055);
    canvas.fillStyle = palette('pip');
    canvas.fill();
  } else if (sign === 'ring') {
    circle(0.18);
    canvas.globalAlpha = 0.18;
    canvas.fillStyle = palette('next');
    canvas.fill();
    canvas.globalAlpha = 1;
    canvas.strokeStyle = palette('next');
    canvas.lineWidth = Math.max(layout.px(1.5), 0.06 * side);
    canvas.stroke();
  } else if (sign === 'missed') {
    canvas.beginPath();
    const arm = 0.2 * side;
    canvas.moveTo(x, y - arm);
    canvas.lineTo(x + arm, y);
    canvas.lineTo(x, y + arm);
    canvas.lineTo(x - arm, y);
    canvas.closePath();
    canvas.fillStyle = palette('casing');
    canvas.fill();
    canvas.strokeStyle = palette('mark-bad');
    canvas.lineWidth = Math.max(layout.px(1.5), 0.05 * side);
    canvas.stroke();
  } else if (sign === 'removed') {
    strokes(canvas, CROSS, x, y, 0.7 * side, palette('casing'), Math.max(layout.px(3), 0.17 * side));
    strokes(canvas, CROSS, x, y, 0.7 * side, palette('mark-bad'), Math.max(layout.px(1.5), 0.1 * side));
  } else {
    const [colour, lines] = DISCS[sign] ?? ['next', []];
    if (sign === 'hint') {
      circle(0.3);
      canvas.setLineDash([0.09 * side, 0.07 * side]);
      canvas.strokeStyle = palette('next');
      canvas.lineWidth = Math.max(layout.px(1.5), 0.05 * side);
      canvas.stroke();
      canvas.setLineDash([]);
    }
    circle(0.25);
    canvas.fillStyle = palette('casing');
    canvas.fill();
    circle(0.22);
    canvas.fillStyle = palette(colour);
    canvas.fill();
    strokes(canvas, lines, x, y, 0.22 * side, palette('casing'), 0.06 * side);
  }
}

function strokes(
  canvas: CanvasRenderingContext2D,
  lines: readonly Stroke[],
  x: number,
  y: number,
  radius: number,
  colour: string,
  width: number,
): void {
  canvas.lineCap = 'round';
  canvas.strokeStyle = colour;
  canvas.lineWidth = width;
  canvas.beginPath();
  for (const line of lines) {
    for (const [at, [right, down]] of line.entries()) {
      const [toX, toY] = [x + right * radius, y + down * radius];
      at === 0 ? canvas.moveTo(toX, toY) : canvas.lineTo(toX, toY);
    }
  }
  canvas.stroke();
}

const FRAME_COLOURS: Record<NonNullable<SquareMark['frame']>, string> = {
  bad: 'mark-bad',
  warn: 'mark-warn',
  accent: 'accent',
};

/** Paints a frame inside a square. */
export function paintFrame(
  canvas: CanvasRenderingContext2D,
  square: Square,
  frame: NonNullable<SquareMark['frame']>,
  layout: Layout,
  palette: Palette,
): void {
  const { x, y, width, height } = layout.box(square);
  const inset = 0.07 * layout.side;
  canvas.beginPath();
  canvas.roundRect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, 0.1 * layout.side);
  canvas.strokeStyle = palette('casing');
  // Many squares may have a frame of this kind, so it is thinner.
  const line = frame === 'warn' ? 0.045 : 0.07;
  canvas.lineWidth = Math.max(layout.px(4), (line + 0.06) * layout.side);
  canvas.stroke();
  canvas.strokeStyle = palette(FRAME_COLOURS[frame]);
  canvas.lineWidth = Math.max(layout.px(2), line * layout.side);
  canvas.stroke();
}

/** Paints stripes on squares. */
export function paintStripes(
  canvas: CanvasRenderingContext2D,
  { marks }: Scene,
  layout: Layout,
  palette: Palette,
): void {
  for (const [square, { stripes }] of marks) {
    if (!stripes) {
      continue;
    }
    const { x, y, width, height } = layout.box(square);
    canvas.save();
    canvas.beginPath();
    canvas.rect(x, y, width, height);
    canvas.clip();
    canvas.globalAlpha = 0.6 * stripes;
    canvas.strokeStyle = palette('board-ink');
    canvas.lineWidth = Math.max(layout.px(1), 0.035 * layout.side);
    canvas.beginPath();
    for (const part of [0.25, 0.5, 0.75]) {
      canvas.moveTo(x, y + 2 * part * height);
      canvas.lineTo(x + 2 * part * width, y);
    }
    canvas.stroke();
    canvas.restore();
  }
}

/** Paints a short text in a circle. */
export function paintBadge(
  canvas: CanvasRenderingContext2D,
  shape: Shape,
  square: Square,
  words: string,
  layout: Layout,
  palette: Palette,
): void {
  const { x, y } = layout.at(centre(shape, square));
  const { side } = layout;
  canvas.fillStyle = palette('casing');
  canvas.beginPath();
  canvas.arc(x, y, 0.27 * side, 0, 2 * Math.PI);
  canvas.fill();
  canvas.strokeStyle = palette('board-ink');
  canvas.lineWidth = Math.max(layout.px(1), 0.035 * side);
  canvas.stroke();
  canvas.font = `650 ${Math.min(0.3, 0.62 / words.length) * side}px system-ui, sans-serif`;
  canvas.fillStyle = palette('ink');
  canvas.textAlign = 'center';
  canvas.textBaseline = 'middle';
  canvas.fillText(words, x, y + 0.01 * side);
}

/** Paints a triangle with an exclamation mark in the top right corner of a square. */
export function paintConflict(
  canvas: CanvasRenderingContext2D,
  square: Square,
  layout: Layout,
  palette: Palette,
): void {
  const { x, y, width } = layout.box(square);
  const side = Math.max(layout.side, layout.px(30));
  const [left, top, arm] = [x + width - 0.2 * side, y + 0.2 * side, 0.17 * side];
  canvas.beginPath();
  canvas.moveTo(left, top - arm);
  canvas.lineTo(left + arm, top + 0.85 * arm);
  canvas.lineTo(left - arm, top + 0.85 * arm);
  canvas.closePath();
  canvas.lineJoin = 'round';
  canvas.strokeStyle = palette('casing');
  canvas.lineWidth = 0.08 * side;
  canvas.stroke();
  canvas.fillStyle = palette('mark-bad');
  canvas.fill();
  strokes(canvas, EXCLAMATION, left, top + 0.25 * arm, 0.8 * arm, palette('casing'), 0.045 * side);
}
