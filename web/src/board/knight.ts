// The outline of the knight.

const OUTLINE =
  '24,88 80,88 80,81 75,78 76,68 76,58 74,48 70,38 64,29 57,22 52,19 50,10 44,17 38,19 33,23 30,28 28,33 ' +
  '24,40 19,46 16,51 15,56 17,60 21,62 24,61 27,58 30,59 34,57 38,54 43,53 48,50 49,53 47,58 43,62 38,67 ' +
  '34,72 31,78 27,79 24,81 23,84 23,88';
const EYE = { x: 0.36, y: 0.35, radius: 0.035 };

let outline: Path2D | undefined;

/** Paints the knight on a square of side 1. */
export function paintKnight(canvas: CanvasRenderingContext2D, ink: string, casing: string): void {
  outline ??= new Path2D(`M${OUTLINE}Z`);
  canvas.save();
  canvas.scale(0.01, 0.01);
  canvas.lineJoin = 'round';
  canvas.lineWidth = 9;
  canvas.strokeStyle = casing;
  canvas.stroke(outline);
  canvas.fillStyle = ink;
  canvas.fill(outline);
  canvas.restore();
  canvas.fillStyle = casing;
  canvas.beginPath();
  canvas.arc(EYE.x, EYE.y, EYE.radius, 0, 2 * Math.PI);
  canvas.fill();
}
