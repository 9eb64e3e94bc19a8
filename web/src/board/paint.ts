// A scene on a canvas. One unit is one square; the caller has scaled and moved the canvas accordingly.

import { fileName, fileOf, rankOf, type Shape, type Square } from '../squares.ts';
import { centre, pieces } from './geometry.ts';
import { paintKnight } from './knight.ts';
import type { Scene, Spot, Tone } from './scene.ts';

/** The colours of the page, as `style.css` names them. */
export type Palette = (name: Tone | 'light' | 'dark' | 'hole' | 'path' | 'ink' | 'paper' | 'rim') => string;

/** Paints a scene. `side` is how many pixels a square has, for what is too small to be seen. */
export function paint(canvas: CanvasRenderingContext2D, scene: Scene, palette: Palette, side: number): void {
  paintSquares(canvas, scene, palette);
  if (side >= 14) {
    paintNames(canvas, scene.shape, palette);
  }
  for (const line of scene.lines ?? []) {
    canvas.globalAlpha = line.strength ?? 1;
    stroke(canvas, scene.shape, [line.from, line.to], palette(line.tone), 0.1);
  }
  canvas.globalAlpha = 1;
  const path = scene.isClosed && scene.path[0] !== undefined ? [...scene.path, scene.path[0]] : scene.path;
  stroke(canvas, scene.shape, path, palette('path'), Math.max(0.09, 1.2 / side));
  if (side >= 9) {
    paintTexts(canvas, scene, palette);
  }
  if (scene.knight !== undefined) {
    const { x, y } = centre(scene.shape, scene.knight);
    canvas.save();
    canvas.translate(x - 0.5, y - 0.5);
    paintKnight(canvas, palette('ink'), palette('paper'));
    canvas.restore();
  }
}

function paintSquares(canvas: CanvasRenderingContext2D, { shape, spots }: Scene, palette: Palette): void {
  for (let square = 0; square < shape.files * shape.ranks; square += 1) {
    const { x, y } = centre(shape, square);
    const isDark = (fileOf(shape, square) + rankOf(shape, square)) % 2 === 0;
    canvas.fillStyle = palette(shape.holes.has(square) ? 'hole' : isDark ? 'dark' : 'light');
    canvas.fillRect(x - 0.5, y - 0.5, 1, 1);
    const spot = spots.get(square);
    if (spot) {
      paintSpot(canvas, x, y, spot, palette);
    }
  }
}

function paintSpot(
  canvas: CanvasRenderingContext2D,
  x: number,
  y: number,
  spot: Spot,
  palette: Palette,
): void {
  if (spot.tone || spot.heat !== undefined) {
    canvas.globalAlpha = spot.heat ?? 1;
    canvas.fillStyle = palette(spot.tone ?? 'visited');
    canvas.fillRect(x - 0.5, y - 0.5, 1, 1);
    canvas.globalAlpha = 1;
  }
  if (spot.dot) {
    canvas.fillStyle = palette(spot.dot);
    canvas.beginPath();
    canvas.arc(x, y, 0.17, 0, 2 * Math.PI);
    canvas.fill();
  }
}

function paintNames(canvas: CanvasRenderingContext2D, shape: Shape, palette: Palette): void {
  canvas.fillStyle = palette('rim');
  canvas.font = '0.26px system-ui, sans-serif';
  canvas.textAlign = 'left';
  canvas.textBaseline = 'alphabetic';
  for (let file = 0; file < shape.files; file += 1) {
    canvas.fillText(fileName(file), file + 0.06, shape.ranks - 0.07);
  }
  canvas.textAlign = 'right';
  canvas.textBaseline = 'top';
  for (let rank = 0; rank < shape.ranks; rank += 1) {
    canvas.fillText(String(rank + 1), 0.94 + shape.files - 1, shape.ranks - rank - 0.94);
  }
}

function paintTexts(canvas: CanvasRenderingContext2D, { shape, spots }: Scene, palette: Palette): void {
  canvas.textAlign = 'center';
  canvas.textBaseline = 'middle';
  canvas.fillStyle = palette('ink');
  for (const [square, { text, isGiven }] of spots) {
    if (text) {
      const { x, y } = centre(shape, square);
      const height = text.length > 3 ? 1.3 / text.length : 0.38;
      canvas.font = `${isGiven ? 'bold ' : ''}${height}px system-ui, sans-serif`;
      canvas.fillText(text, x, y + 0.02);
    }
  }
}

function stroke(
  canvas: CanvasRenderingContext2D,
  shape: Shape,
  squares: readonly Square[],
  colour: string,
  width: number,
): void {
  canvas.beginPath();
  for (const [at, from] of squares.entries()) {
    const to = squares[at + 1];
    for (const [a, b] of to === undefined ? [] : pieces(shape, from, to)) {
      canvas.moveTo(a.x, a.y);
      canvas.lineTo(b.x, b.y);
    }
  }
  canvas.strokeStyle = colour;
  canvas.lineWidth = width;
  canvas.lineCap = 'round';
  canvas.stroke();
}
