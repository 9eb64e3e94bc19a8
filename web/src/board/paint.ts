// Paints a scene on a canvas.

import { fileName, isLikeA1, type Shape, type Square, squaresOf } from '../squares.ts';
import type { Palette } from './colours.ts';
import { paintKnight } from './knight.ts';
import { centre, type Layout, moveSegments, type Point } from './layout.ts';
import { paintBadge, paintConflict, paintFrame, paintSign, paintStripes } from './marks.ts';
import { paintLight, paintRibbon, pointAt } from './ribbon.ts';
import { type Line, moveCount, type Scene } from './scene.ts';

/** What is not part of the scene: animations and the keyboard cursor. */
export interface Overlay {
  /** The square of the keyboard cursor, if it must be painted. */
  cursor?: Square | undefined;
  /** The horizontal offset of the knight in squares. */
  shake?: number;
  /** The place of the light along the ribbon, from 0 to 1. */
  light?: number | undefined;
}

/** Paints the squares, the outline and the coordinates, which change only with the board and its size. */
export function paintGround(
  canvas: CanvasRenderingContext2D,
  shape: Shape,
  layout: Layout,
  palette: Palette,
  hasNames: boolean,
): void {
  const [dark, light] = [palette('square-dark'), palette('square-light')];
  for (const square of squaresOf(shape)) {
    const { x, y, width, height } = layout.box(square);
    canvas.fillStyle = isLikeA1(shape, square) ? dark : light;
    canvas.fillRect(x, y, width, height);
  }
  paintEdges(canvas, shape, layout, palette);
  if (hasNames && layout.gutter > 0) {
    paintNames(canvas, shape, layout, palette);
  }
}

/** Paints the outline around all squares. Joined edges are dashed. */
function paintEdges(canvas: CanvasRenderingContext2D, shape: Shape, layout: Layout, palette: Palette): void {
  const edges = new Path2D();
  const { files, ranks, holes } = shape;
  const isIn = (file: number, rank: number) =>
    file >= 0 && rank >= 0 && file < files && rank < ranks && !holes.has(rank * files + file);
  if (layout.cssSide >= 3) {
    for (const square of squaresOf(shape)) {
      const { x, y, width, height } = layout.box(square);
      const [file, rank] = [square % files, Math.floor(square / files)];
      if (!isIn(file - 1, rank)) {
        edges.moveTo(x, y);
        edges.lineTo(x, y + height);
      }
      if (!isIn(file + 1, rank)) {
        edges.moveTo(x + width, y);
        edges.lineTo(x + width, y + height);
      }
      if (!isIn(file, rank + 1)) {
        edges.moveTo(x, y);
        edges.lineTo(x + width, y);
      }
      if (!isIn(file, rank - 1)) {
        edges.moveTo(x, y + height);
        edges.lineTo(x + width, y + height);
      }
    }
  }
  canvas.lineCap = 'square';
  canvas.strokeStyle = palette('board-edge');
  canvas.lineWidth = layout.px(1);
  canvas.stroke(edges);
  if (shape.surface !== 'flat') {
    const { x, y, width, height } = layout.board;
    const joined = new Path2D();
    for (const at of [x, x + width]) {
      joined.moveTo(at, y);
      joined.lineTo(at, y + height);
    }
    for (const at of shape.surface === 'torus' ? [y, y + height] : []) {
      joined.moveTo(x, at);
      joined.lineTo(x + width, at);
    }
    canvas.lineCap = 'butt';
    canvas.strokeStyle = palette('muted');
    canvas.lineWidth = Math.max(layout.px(2), 0.06 * layout.side);
    canvas.setLineDash([0.16 * layout.side, 0.1 * layout.side]);
    canvas.stroke(joined);
    canvas.setLineDash([]);
  }
}

function paintNames(canvas: CanvasRenderingContext2D, shape: Shape, layout: Layout, palette: Palette): void {
  // Long names of ranks must fit into the gutter.
  const letter = layout.gutter * (shape.ranks < 100 ? 0.54 : 0.46);
  const { board, side } = layout;
  canvas.fillStyle = palette('muted');
  canvas.font = `400 ${letter}px system-ui, sans-serif`;
  canvas.textAlign = 'center';
  canvas.textBaseline = 'middle';
  // Names that would touch are left out.
  const every = (width: number) => Math.max(1, Math.ceil(width / side));
  const widest = 0.62 * letter * fileName(shape.files - 1).length + layout.px(4);
  for (let file = 0; file < shape.files; file += every(widest)) {
    canvas.fillText(
      fileName(file),
      board.x + (file + 0.5) * side,
      board.y + board.height + layout.gutter / 2,
    );
  }
  for (let rank = 0; rank < shape.ranks; rank += every(1.1 * letter)) {
    const y = board.y + (shape.ranks - rank - 0.5) * side;
    canvas.fillText(String(rank + 1), board.x - layout.gutter / 2, y);
  }
}

/** Paints a scene above its ground. */
export function paint(
  canvas: CanvasRenderingContext2D,
  scene: Scene,
  layout: Layout,
  palette: Palette,
  overlay: Overlay,
): void {
  paintTints(canvas, scene, layout, palette);
  paintStripes(canvas, scene, layout, palette);
  paintLines(canvas, scene, layout, palette, (line) => line.kind !== 'wrong');
  paintPips(canvas, scene, layout, palette);
  paintLeft(canvas, scene, layout, palette);
  for (const [square, { sign }] of scene.marks) {
    if (sign === 'ring' || sign === 'hint') {
      paintSign(canvas, scene.shape, square, sign, layout, palette);
    }
  }
  paintRibbon(canvas, scene, layout, palette);
  if (overlay.light !== undefined) {
    paintLight(canvas, scene, layout, palette, overlay.light);
  }
  paintLines(canvas, scene, layout, palette, (line) => line.kind === 'wrong');
  for (const [square, { frame }] of scene.marks) {
    if (frame) {
      paintFrame(canvas, square, frame, layout, palette);
    }
  }
  for (const [square, mark] of scene.marks) {
    if (mark.sign && mark.sign !== 'ring' && mark.sign !== 'hint') {
      paintSign(canvas, scene.shape, square, mark.sign, layout, palette);
    }
    if (mark.badge) {
      paintBadge(canvas, scene.shape, square, mark.badge, layout, palette);
    }
  }
  paintTexts(canvas, scene, layout, palette);
  if (scene.hasNumbers) {
    paintSteps(canvas, scene, layout, palette);
  }
  for (const [square, { isConflict }] of scene.marks) {
    if (isConflict) {
      paintConflict(canvas, square, layout, palette);
    }
  }
  paintPiece(canvas, scene, layout, palette, overlay.shake ?? 0);
  if (overlay.cursor !== undefined) {
    paintFrame(canvas, overlay.cursor, 'accent', layout, palette);
  }
}

function paintTints(
  canvas: CanvasRenderingContext2D,
  { marks }: Scene,
  layout: Layout,
  palette: Palette,
): void {
  for (const [square, { tint }] of marks) {
    if (tint) {
      const { x, y, width, height } = layout.box(square);
      canvas.globalAlpha = 0.75 * tint;
      canvas.fillStyle = palette('tint');
      canvas.fillRect(x, y, width, height);
    }
  }
  canvas.globalAlpha = 1;
}

function paintPips(canvas: CanvasRenderingContext2D, scene: Scene, layout: Layout, palette: Palette): void {
  if (!scene.hasPips) {
    return;
  }
  const visited = new Set(scene.path);
  canvas.fillStyle = palette('pip');
  for (const square of squaresOf(scene.shape)) {
    const { sign, clue } = scene.marks.get(square) ?? {};
    if (!visited.has(square) && (!sign || sign === 'ring') && !clue) {
      const { x, y } = layout.at(centre(scene.shape, square));
      canvas.beginPath();
      canvas.arc(x, y, Math.max(layout.px(1), 0.055 * layout.side), 0, 2 * Math.PI);
      canvas.fill();
    }
  }
}

/** Paints a cross on squares that a search has just left; it fades. */
function paintLeft(
  canvas: CanvasRenderingContext2D,
  { shape, left }: Scene,
  layout: Layout,
  palette: Palette,
): void {
  canvas.strokeStyle = palette('muted');
  canvas.lineWidth = Math.max(layout.px(1), 0.05 * layout.side);
  for (const [square, strength] of left ?? []) {
    const { x, y } = layout.at(centre(shape, square));
    const arm = 0.13 * layout.side;
    canvas.globalAlpha = strength;
    canvas.beginPath();
    canvas.moveTo(x - arm, y - arm);
    canvas.lineTo(x + arm, y + arm);
    canvas.moveTo(x - arm, y + arm);
    canvas.lineTo(x + arm, y - arm);
    canvas.stroke();
  }
  canvas.globalAlpha = 1;
}

function paintLines(
  canvas: CanvasRenderingContext2D,
  { shape, lines }: Scene,
  layout: Layout,
  palette: Palette,
  isPainted: (line: Line) => boolean,
): void {
  for (const line of (lines ?? []).filter(isPainted)) {
    const path = new Path2D();
    for (const [a, b] of moveSegments(shape, line.from, line.to)) {
      const [from, to] = [layout.at(a), layout.at(b)];
      path.moveTo(from.x, from.y);
      path.lineTo(to.x, to.y);
    }
    const isPlain = line.kind === 'plain';
    canvas.globalAlpha = line.strength ?? 1;
    canvas.lineCap = isPlain ? 'round' : 'butt';
    if (!isPlain) {
      canvas.strokeStyle = palette('casing');
      canvas.lineWidth = 0.15 * layout.side;
      canvas.stroke(path);
      canvas.setLineDash([0.16 * layout.side, 0.1 * layout.side]);
    }
    canvas.strokeStyle = palette(isPlain ? 'board-ink' : 'mark-bad');
    canvas.lineWidth = Math.max(layout.px(1), (isPlain ? 0.04 : 0.09) * layout.side);
    canvas.stroke(path);
    canvas.setLineDash([]);
    canvas.globalAlpha = 1;
  }
}

function paintPiece(
  canvas: CanvasRenderingContext2D,
  scene: Scene,
  layout: Layout,
  palette: Palette,
  shake: number,
): void {
  const { shape, knight, head } = scene;
  const point =
    head !== undefined && knight !== undefined
      ? pointAt(scene, head)
      : knight !== undefined
        ? centre(shape, knight)
        : undefined;
  if (point) {
    const { x, y } = layout.at({ x: point.x + shake, y: point.y });
    // A smaller knight would be unreadable.
    const side = Math.max(0.9 * layout.side, layout.px(18));
    canvas.save();
    canvas.translate(x - side / 2, y - side / 2);
    canvas.scale(side, side);
    paintKnight(canvas, palette('ink'), palette('casing'));
    canvas.restore();
  }
}

function text(
  canvas: CanvasRenderingContext2D,
  words: string,
  { x, y }: Point,
  font: string,
  colour: string,
): void {
  canvas.font = font;
  canvas.fillStyle = colour;
  canvas.textAlign = 'center';
  canvas.textBaseline = 'middle';
  canvas.fillText(words, x, y);
}

function paintTexts(canvas: CanvasRenderingContext2D, scene: Scene, layout: Layout, palette: Palette): void {
  const { side } = layout;
  for (const [square, { clue, entry, pencil, number }] of scene.marks) {
    const { x, y } = layout.at(centre(scene.shape, square));
    const size = (words: string) => side * (words.length > 2 ? 1 / words.length : 0.42);
    if (clue) {
      canvas.fillStyle = palette('card');
      canvas.strokeStyle = palette('board-edge');
      canvas.lineWidth = layout.px(1);
      canvas.beginPath();
      canvas.roundRect(x - 0.42 * side, y - 0.42 * side, 0.84 * side, 0.84 * side, 0.1 * side);
      canvas.fill();
      canvas.stroke();
      text(
        canvas,
        clue,
        { x, y: y + 0.02 * side },
        `750 ${size(clue)}px system-ui, sans-serif`,
        palette('ink'),
      );
    } else if (entry) {
      text(
        canvas,
        entry,
        { x, y: y + 0.02 * side },
        `450 ${size(entry)}px system-ui, sans-serif`,
        palette('next'),
      );
    } else if (number) {
      const letter = Math.min(0.34 * side, (1.5 * side) / number.length);
      if (letter >= layout.px(7)) {
        text(canvas, number, { x, y }, `550 ${letter}px system-ui, sans-serif`, palette('ink'));
      }
    }
    if (pencil && !clue && !entry) {
      canvas.font = `400 ${0.2 * side}px system-ui, sans-serif`;
      canvas.fillStyle = palette('board-ink');
      canvas.textAlign = 'left';
      canvas.textBaseline = 'top';
      const box = layout.box(square);
      canvas.fillText(pencil, box.x + 0.08 * side, box.y + 0.08 * side, 0.84 * side);
    }
  }
}

/** The minimum side of a square in CSS pixels for a step number. */
export const MIN_STEP_SIDE = 34;

function paintSteps(canvas: CanvasRenderingContext2D, scene: Scene, layout: Layout, palette: Palette): void {
  if (layout.cssSide < MIN_STEP_SIDE) {
    return;
  }
  const letter = layout.px(Math.min(20, Math.max(11, 0.17 * layout.cssSide)));
  canvas.font = `600 ${letter}px system-ui, sans-serif`;
  canvas.textAlign = 'left';
  canvas.textBaseline = 'top';
  canvas.lineJoin = 'round';
  canvas.lineWidth = 0.09 * layout.side;
  const last = Math.floor(scene.head ?? moveCount(scene));
  for (const [at, square] of scene.path.entries()) {
    if (at > last) {
      break;
    }
    const { x, y } = layout.box(square);
    const [left, top] = [x + 0.06 * layout.side, y + 0.06 * layout.side];
    canvas.strokeStyle = palette(isLikeA1(scene.shape, square) ? 'square-dark' : 'square-light');
    canvas.strokeText(String(at + 1), left, top);
    canvas.fillStyle = palette('board-ink');
    canvas.fillText(String(at + 1), left, top);
  }
}
