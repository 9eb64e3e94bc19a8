// The ribbon: the path of a tour, coloured by step. Each later move crosses over the earlier ones like a bridge.
//
// Pass 1 paints the outline of the whole path. Pass 2 paints the moves in order: the outline of the middle of a
// move, its core, and the bead on its first square. The middle leaves out 0.32 squares at both ends: lines of
// knight's moves cross at least 0.447 squares from any joint, so no joint is cut.

import type { Shape, Square } from '../squares.ts';
import type { Palette } from './colours.ts';
import { centre, type Layout, moveSegments, type Point } from './layout.ts';
import { moveCount, type Scene } from './scene.ts';

interface Sizes {
  core: number;
  casing: number;
  bead: number;
}

const ANSWER: Sizes = { core: 0.14, casing: 0.035, bead: 0.1 };
const NEUTRAL: Sizes = { core: 0.1, casing: 0.03, bead: 0.08 };
const CUT = 0.32;
/** Sides of squares in CSS pixels below which beads, outlines and the ribbon itself are left out. */
const MIN_BEADS = 24;
const MIN_CASING = 12;
const MIN_RIBBON = 5;

/** Returns the position of the head of a ribbon after a number of moves with a fraction. */
export function pointAt(scene: Scene, head: number): Point | undefined {
  const { shape, path } = scene;
  const at = Math.min(Math.floor(head), moveCount(scene));
  const [from, to] = [path[at % path.length], path[(at + 1) % path.length]];
  if (from === undefined || to === undefined) {
    return undefined;
  }
  const part = head - at;
  const here = centre(shape, from);
  if (part <= 0 || at >= moveCount(scene)) {
    return here;
  }
  const segments = moveSegments(shape, from, to);
  const [a, b] = (part < 0.5 ? segments[0] : segments.at(-1)) ?? [here, here];
  return between(a, b, part);
}

function between(a: Point, b: Point, part: number): Point {
  return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part };
}

/** Paints the ribbon of a scene. */
export function paintRibbon(
  canvas: CanvasRenderingContext2D,
  scene: Scene,
  layout: Layout,
  palette: Palette,
): void {
  const { path } = scene;
  if (path.length === 0) {
    return;
  }
  const all = moveCount(scene);
  const head = Math.min(all, scene.head ?? all);
  if (layout.cssSide < MIN_RIBBON) {
    paintSquares(canvas, scene, head, layout, palette);
    return;
  }
  const moves = movesOf(scene, head);
  canvas.save();
  const { x, y, width, height } = layout.board;
  if (scene.shape.surface !== 'flat') {
    canvas.beginPath();
    canvas.rect(x, y, width, height);
    canvas.clip();
  }
  const neutralFrom = scene.neutralFrom ?? Number.POSITIVE_INFINITY;
  const colour = colourOf(scene, palette);
  if (layout.cssSide < MIN_CASING) {
    paintThin(canvas, moves, layout, colour);
  } else {
    paintThick(canvas, scene, moves, layout, palette, colour, neutralFrom);
  }
  canvas.restore();
  paintEnds(canvas, scene, head, layout, palette);
}

interface Move {
  at: number;
  segments: [Point, Point][];
}

function movesOf({ shape, path }: Scene, head: number): Move[] {
  const moves: Move[] = [];
  for (let at = 0; at < head; at += 1) {
    const [from, to] = [path[at], path[(at + 1) % path.length]];
    if (from === undefined || to === undefined) {
      break;
    }
    const part = Math.min(1, head - at);
    const segments = moveSegments(shape, from, to);
    moves.push({ at, segments: part < 1 ? partly(segments, part) : segments });
  }
  return moves;
}

function partly(segments: [Point, Point][], part: number): [Point, Point][] {
  return segments.slice(0, part < 0.5 ? 1 : 2).map(([a, b]): [Point, Point] => [a, between(a, b, part)]);
}

function colourOf(scene: Scene, palette: Palette): (at: number) => string {
  const whole = Math.max(1, scene.moves ?? moveCount(scene));
  const neutralFrom = scene.neutralFrom ?? Number.POSITIVE_INFINITY;
  return (at) => (at >= neutralFrom ? palette('muted') : palette.ribbon((at + 0.5) / whole));
}

function paintThick(
  canvas: CanvasRenderingContext2D,
  scene: Scene,
  moves: readonly Move[],
  layout: Layout,
  palette: Palette,
  colour: (at: number) => string,
  neutralFrom: number,
): void {
  const { side } = layout;
  const hasBeads = layout.cssSide >= MIN_BEADS;
  const isKnight = scene.shape.leapers.every(([a, b]) => Math.min(a, b) === 1 && Math.max(a, b) === 2);
  const sizesAt = (at: number): Sizes => {
    const sizes = at >= neutralFrom ? NEUTRAL : ANSWER;
    const core = scene.hasNumbers || !isKnight ? Math.min(sizes.core, isKnight ? 0.1 : 0.11) : sizes.core;
    return { ...sizes, core };
  };
  const stroke = (a: Point, b: Point, width: number, style: string) => {
    canvas.lineWidth = Math.max(layout.px(1.5), width * side);
    canvas.strokeStyle = style;
    canvas.beginPath();
    canvas.moveTo(a.x, a.y);
    canvas.lineTo(b.x, b.y);
    canvas.stroke();
  };
  const disc = ({ x, y }: Point, radius: number, style: string) => {
    canvas.fillStyle = style;
    canvas.beginPath();
    canvas.arc(x, y, radius * side, 0, 2 * Math.PI);
    canvas.fill();
  };
  const casing = palette('casing');
  canvas.lineJoin = 'round';
  canvas.lineCap = 'round';
  for (const { at, segments } of moves) {
    const { core, casing: edge, bead } = sizesAt(at);
    for (const [a, b] of segments) {
      stroke(layout.at(a), layout.at(b), core + 2 * edge, casing);
    }
    if (hasBeads && segments[0]) {
      disc(layout.at(segments[0][0]), bead + edge, casing);
    }
  }
  for (const { at, segments } of moves) {
    const { core, casing: edge, bead } = sizesAt(at);
    const own = colour(at);
    for (const [a, b] of segments) {
      const length = Math.hypot(b.x - a.x, b.y - a.y);
      if (length > 2 * CUT) {
        canvas.lineCap = 'butt';
        const [begin, end] = [between(a, b, CUT / length), between(b, a, CUT / length)];
        stroke(layout.at(begin), layout.at(end), core + 2 * edge, casing);
      }
      canvas.lineCap = 'round';
      stroke(layout.at(a), layout.at(b), core, own);
    }
    if (hasBeads && segments[0]) {
      disc(layout.at(segments[0][0]), bead, own);
    }
  }
  // The last square has no move of its own.
  const last = moves.at(-1);
  const end = last?.segments.at(-1)?.[1];
  if (hasBeads && last && end) {
    disc(layout.at(end), sizesAt(last.at).bead, colour(last.at));
  }
}

/** Paints thin lines, with one stroke for all neighbouring moves of the same colour. */
function paintThin(
  canvas: CanvasRenderingContext2D,
  moves: readonly Move[],
  layout: Layout,
  colour: (at: number) => string,
): void {
  canvas.lineWidth = Math.max(layout.px(1.5), ANSWER.core * layout.side);
  canvas.lineCap = 'round';
  canvas.lineJoin = 'round';
  let path = new Path2D();
  let own = '';
  const flush = () => {
    canvas.strokeStyle = own;
    canvas.stroke(path);
    path = new Path2D();
  };
  for (const [count, { at, segments }] of moves.entries()) {
    // Very long paths are slow.
    if (colour(at) !== own || count % 200 === 0) {
      if (own !== '') {
        flush();
      }
      own = colour(at);
    }
    for (const [a, b] of segments) {
      const [from, to] = [layout.at(a), layout.at(b)];
      path.moveTo(from.x, from.y);
      path.lineTo(to.x, to.y);
    }
  }
  if (own !== '') {
    flush();
  }
}

/** Fills visited squares with the colours of their steps. */
function paintSquares(
  canvas: CanvasRenderingContext2D,
  scene: Scene,
  head: number,
  layout: Layout,
  palette: Palette,
): void {
  const colour = colourOf(scene, palette);
  for (let at = 0; at <= head && at < scene.path.length; at += 1) {
    const { x, y, width, height } = layout.box(scene.path[at] ?? 0);
    canvas.fillStyle = colour(at);
    canvas.fillRect(x, y, width, height);
  }
}

/** Paints the start as a disc, with a hole if the tour is closed, and the end of an open tour as a ring. */
function paintEnds(
  canvas: CanvasRenderingContext2D,
  scene: Scene,
  head: number,
  layout: Layout,
  palette: Palette,
): void {
  const { shape, path, knight } = scene;
  const [start, end] = [path[0], path.at(-1)];
  const all = moveCount(scene);
  const isNeutral = (scene.neutralFrom ?? 1) <= 0;
  const side = Math.max(layout.side, layout.px(10));
  const disc = (square: Square, radius: number, style: string) => {
    const { x, y } = place(shape, square, layout);
    canvas.fillStyle = style;
    canvas.beginPath();
    canvas.arc(x, y, radius * side, 0, 2 * Math.PI);
    canvas.fill();
  };
  if (start !== undefined) {
    const isClosed = scene.isClosed === true && head >= all && all > 0;
    disc(start, 0.235, palette('casing'));
    disc(start, 0.2, isNeutral ? palette('muted') : palette.ribbon(0));
    if (isClosed) {
      disc(start, 0.09, palette('casing'));
    }
  }
  if (end !== undefined && end !== start && head >= all && !scene.isClosed && end !== knight) {
    const { x, y } = place(shape, end, layout);
    canvas.strokeStyle = palette('casing');
    canvas.fillStyle = palette('casing');
    canvas.beginPath();
    canvas.arc(x, y, 0.24 * side, 0, 2 * Math.PI);
    canvas.fill();
    const whole = Math.max(1, scene.moves ?? all);
    const isPartNeutral = all - 1 >= (scene.neutralFrom ?? Number.POSITIVE_INFINITY);
    canvas.strokeStyle = isPartNeutral ? palette('muted') : palette.ribbon(all / whole);
    canvas.lineWidth = 0.09 * side;
    canvas.beginPath();
    canvas.arc(x, y, 0.16 * side, 0, 2 * Math.PI);
    canvas.stroke();
  }
}

function place(shape: Shape, square: Square, layout: Layout): Point {
  return layout.at(centre(shape, square));
}

/** Paints a light that runs along the ribbon after a win. `part` is its place from 0 to 1. */
export function paintLight(
  canvas: CanvasRenderingContext2D,
  scene: Scene,
  layout: Layout,
  palette: Palette,
  part: number,
): void {
  const all = moveCount(scene);
  const length = Math.max(1, all * 0.12);
  const head = part * (all + length);
  canvas.strokeStyle = palette('casing');
  canvas.lineCap = 'round';
  canvas.lineWidth = 0.06 * layout.side;
  for (const { at, segments } of movesOf(scene, Math.min(all, head))) {
    if (at + 1 > head - length) {
      canvas.globalAlpha = Math.max(0, 1 - (head - at) / length);
      for (const [a, b] of segments) {
        const [from, to] = [layout.at(a), layout.at(b)];
        canvas.beginPath();
        canvas.moveTo(from.x, from.y);
        canvas.lineTo(to.x, to.y);
        canvas.stroke();
      }
    }
  }
  canvas.globalAlpha = 1;
}
