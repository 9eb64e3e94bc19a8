// A scene on a canvas, above the ground that `ground.ts` has painted.

import { fileName, fileOf, rankOf, type Shape, type Square } from '../squares.ts';
import { centre, type Point, pieces } from './geometry.ts';
import { paintRims } from './ground.ts';
import { paintKnight } from './knight.ts';
import type { Layout } from './layout.ts';
import { paintFillings, paintHatching, paintSigns } from './marks.ts';
import type { Line, Scene, Spot } from './scene.ts';

/** The colours of the page, as `style.css` names them. */
export type Palette = (
  name: NonNullable<Spot['tone']> | 'light' | 'dark' | 'path' | 'ink' | 'paper' | 'rim' | 'accent',
) => string;

/** What moves between two scenes, and what only the board knows. */
export interface Moment {
  /** Where the knight is, in squares from the top left corner. */
  knight: Point | undefined;
  /** The square that the keyboard is on, where it must be painted. */
  cursor: Square | undefined;
}

/** Letters smaller than so many pixels cannot be read. */
const SMALLEST_LETTER = 6.5;
/** So many moves are one line at most. */
const LONGEST_LINE = 200;

/** Paints a scene. */
export function paint(
  canvas: CanvasRenderingContext2D,
  scene: Scene,
  layout: Layout,
  palette: Palette,
  moment: Moment,
): void {
  const { shape } = scene;
  paintFillings(canvas, scene, layout, palette);
  paintHatching(canvas, scene, layout, palette);
  paintNames(canvas, shape, layout, palette);
  paintLines(canvas, shape, scene.lines ?? [], layout, palette);
  const hasTexts = paintPath(canvas, scene, layout, palette);
  paintSigns(canvas, scene, layout, palette);
  if (hasTexts) {
    paintTexts(canvas, scene, layout, palette);
  }
  paintRims(canvas, shape, layout, palette);
  if (moment.knight) {
    const { x, y } = layout.at(moment.knight);
    canvas.save();
    // On squares of a few pixels it would be a speck.
    const side = Math.max(layout.side, layout.px(16));
    canvas.translate(x - side / 2, y - side / 2);
    canvas.scale(side, side);
    paintKnight(canvas, palette('ink'), palette('paper'));
    canvas.restore();
  }
  if (moment.cursor !== undefined) {
    const { x, y, width, height } = layout.box(moment.cursor);
    const line = layout.px(3);
    canvas.strokeStyle = palette('accent');
    canvas.lineWidth = line;
    canvas.strokeRect(x - line / 2, y - line / 2, width + line, height + line);
  }
}

/** Adds a move to a line; `isOn` where the line has just come to its beginning. */
function trace(path: Path2D, shape: Shape, from: Square, to: Square, layout: Layout, isOn = false): void {
  const moves = pieces(shape, from, to);
  for (const [at, [a, b]] of moves.entries()) {
    const [begin, end] = [layout.at(a), layout.at(b)];
    if (at > 0 || !isOn) {
      path.moveTo(begin.x, begin.y);
    }
    path.lineTo(end.x, end.y);
  }
}

/** All lines of one tone and strength are one stroke. */
function paintLines(
  canvas: CanvasRenderingContext2D,
  shape: Shape,
  lines: readonly Line[],
  layout: Layout,
  palette: Palette,
): void {
  const strokes = new Map<string, { line: Line; strength: number; path: Path2D }>();
  for (const line of lines) {
    const strength = Math.ceil((line.strength ?? 1) * 20) / 20;
    const key = `${line.tone} ${strength}`;
    let stroke = strokes.get(key);
    if (!stroke) {
      stroke = { line, strength, path: new Path2D() };
      strokes.set(key, stroke);
    }
    trace(stroke.path, shape, line.from, line.to, layout);
  }
  canvas.lineCap = 'round';
  for (const { line, strength, path } of strokes.values()) {
    canvas.globalAlpha = strength;
    canvas.strokeStyle = palette(line.tone);
    canvas.lineWidth = Math.max(layout.px(1), layout.side * (0.04 + 0.08 * strength));
    canvas.stroke(path);
  }
  canvas.globalAlpha = 1;
}

/** The path, with a disc where it starts and a small square where it ends. True if there are numbers. */
function paintPath(
  canvas: CanvasRenderingContext2D,
  { shape, path, isClosed, spots, knight }: Scene,
  layout: Layout,
  palette: Palette,
): boolean {
  const [start, end] = [path[0], path.at(-1)];
  const hasTexts = [...spots.values()].some(({ text }) => text);
  // Numbers above the line are easier to read where it steps back a little.
  canvas.globalAlpha = hasTexts ? 0.6 : 1;
  canvas.strokeStyle = palette('path');
  canvas.lineWidth = Math.max(layout.px(1.2), layout.side * 0.085);
  // What is too thin for round corners is painted faster without them.
  const isFine = canvas.lineWidth < layout.px(2);
  canvas.lineCap = isFine ? 'butt' : 'round';
  canvas.lineJoin = isFine ? 'bevel' : 'round';
  // Long lines are painted faster in parts; but where one shines through, parts would be seen.
  const part = hasTexts ? path.length : LONGEST_LINE;
  for (let first = 0; first < path.length; first += part) {
    const way = new Path2D();
    const last = Math.min(first + part, path.length - 1);
    for (let at = first; at < last; at += 1) {
      trace(way, shape, path[at] ?? 0, path[at + 1] ?? 0, layout, at > first);
    }
    if (isClosed && last === path.length - 1 && start !== undefined && end !== undefined) {
      trace(way, shape, end, start, layout, last > first);
    }
    canvas.stroke(way);
  }
  canvas.globalAlpha = 1;
  if (start !== undefined && path.length > 1) {
    const isText = Boolean(spots.get(start)?.text);
    paintEnd(canvas, layout.at(centre(shape, start)), isText, true, layout, palette);
  }
  if (end !== undefined && end !== knight && !isClosed && path.length > 1) {
    const isText = Boolean(spots.get(end)?.text);
    paintEnd(canvas, layout.at(centre(shape, end)), isText, false, layout, palette);
  }
  return hasTexts;
}

/** A filled sign, or only its outline around a number. */
function paintEnd(
  canvas: CanvasRenderingContext2D,
  { x, y }: Point,
  isText: boolean,
  isStart: boolean,
  layout: Layout,
  palette: Palette,
): void {
  const radius = Math.max(layout.side * (isText ? 0.36 : 0.18), layout.px(2));
  canvas.beginPath();
  if (isStart) {
    canvas.arc(x, y, radius, 0, 2 * Math.PI);
  } else {
    const half = radius * 0.92;
    canvas.rect(x - half, y - half, 2 * half, 2 * half);
  }
  canvas.strokeStyle = palette('path');
  canvas.lineJoin = 'round';
  canvas.lineWidth = layout.side * 0.06;
  if (!isText) {
    canvas.fillStyle = palette(isStart ? 'start' : 'end');
    canvas.fill();
  }
  canvas.stroke();
}

function paintNames(canvas: CanvasRenderingContext2D, shape: Shape, layout: Layout, palette: Palette): void {
  const letter = Math.min(Math.max(layout.side * 0.19, layout.px(9)), layout.px(20));
  const most = Math.max(fileName(shape.files - 1).length, String(shape.ranks).length);
  if (letter * (0.4 + 0.6 * most) > layout.side * 0.55) {
    return;
  }
  const gap = layout.side * 0.05;
  canvas.fillStyle = palette('rim');
  canvas.font = `600 ${letter}px system-ui, sans-serif`;
  canvas.textAlign = 'left';
  canvas.textBaseline = 'alphabetic';
  for (let file = 0; file < shape.files; file += 1) {
    const { x, y, height } = layout.box(file);
    canvas.fillText(fileName(file), x + gap, y + height - gap);
  }
  canvas.textAlign = 'right';
  canvas.textBaseline = 'top';
  for (let rank = 0; rank < shape.ranks; rank += 1) {
    const { x, y, width } = layout.box((rank + 1) * shape.files - 1);
    canvas.fillText(String(rank + 1), x + width - gap, y + gap);
  }
}

function paintTexts(
  canvas: CanvasRenderingContext2D,
  { shape, spots }: Scene,
  layout: Layout,
  palette: Palette,
): void {
  canvas.textAlign = 'center';
  canvas.textBaseline = 'middle';
  for (const [square, { text, isGiven, tone, heat }] of spots) {
    if (!text) {
      continue;
    }
    const letter = layout.side * (text.length > 3 ? 1.3 / text.length : 0.4);
    if (letter < layout.px(SMALLEST_LETTER)) {
      continue;
    }
    const { x, y } = layout.at(centre(shape, square));
    canvas.font = `${isGiven ? 800 : 500} ${letter}px system-ui, sans-serif`;
    // A disc in the colour of the square keeps the line away from the number.
    const isDark = (fileOf(shape, square) + rankOf(shape, square)) % 2 === 0;
    canvas.beginPath();
    canvas.arc(x, y, layout.side * 0.3, 0, 2 * Math.PI);
    canvas.fillStyle = palette(isDark ? 'dark' : 'light');
    canvas.fill();
    if (tone !== undefined || heat !== undefined) {
      canvas.globalAlpha = heat ?? 1;
      canvas.fillStyle = palette(tone ?? 'visited');
      canvas.fill();
      canvas.globalAlpha = 1;
    }
    canvas.fillStyle = palette('ink');
    canvas.fillText(text, x, y + letter * 0.06);
  }
}
