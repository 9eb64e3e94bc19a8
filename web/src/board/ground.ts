// The ground of a board: its squares, its holes and the rims that are joined. It changes only with the board
// and its size, so it is painted once and kept.

import { fileOf, rankOf, type Shape } from '../squares.ts';
import type { Layout } from './layout.ts';
import type { Palette } from './paint.ts';

/** Paints the squares of both colours, and an outline where one is missing. */
export function paintGround(
  canvas: CanvasRenderingContext2D,
  shape: Shape,
  layout: Layout,
  palette: Palette,
): void {
  const colours = [palette('dark'), palette('light')] as const;
  const holes = new Path2D();
  const inset = layout.px(1);
  for (let square = 0; square < shape.files * shape.ranks; square += 1) {
    const { x, y, width, height } = layout.box(square);
    if (!shape.holes.has(square)) {
      const isLight = (fileOf(shape, square) + rankOf(shape, square)) % 2;
      canvas.fillStyle = colours[isLight === 1 ? 1 : 0];
      canvas.fillRect(x, y, width, height);
    } else if (layout.side >= layout.px(8)) {
      holes.rect(x + inset, y + inset, width - 2 * inset, height - 2 * inset);
    }
  }
  canvas.strokeStyle = palette('rim');
  canvas.globalAlpha = 0.4;
  canvas.lineWidth = layout.px(1);
  canvas.setLineDash([layout.px(2), layout.px(3)]);
  canvas.stroke(holes);
  canvas.setLineDash([]);
  canvas.globalAlpha = 1;
}

/** Paints a dashed rim along the edges that are joined to those across. */
export function paintRims(
  canvas: CanvasRenderingContext2D,
  shape: Shape,
  layout: Layout,
  palette: Palette,
): void {
  if (shape.surface === 'flat') {
    return;
  }
  const line = layout.px(3);
  const [left, top, right, bottom] = [line / 2, line / 2, layout.width - line / 2, layout.height - line / 2];
  const rims = new Path2D();
  for (const x of [left, right]) {
    rims.moveTo(x, top);
    rims.lineTo(x, bottom);
  }
  for (const y of shape.surface === 'torus' ? [top, bottom] : []) {
    rims.moveTo(left, y);
    rims.lineTo(right, y);
  }
  canvas.strokeStyle = palette('rim');
  canvas.lineWidth = line;
  canvas.lineCap = 'butt';
  canvas.setLineDash([layout.px(7), layout.px(5)]);
  canvas.stroke(rims);
  canvas.setLineDash([]);
}
