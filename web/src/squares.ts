// Boards and squares. A square is its number on the rectangle, holes counted, a1 first, as everywhere in
// Caracole; names are for people and for the server.

/** A square: its number, rank by rank from a1, holes counted. */
export type Square = number;

export type Surface = 'flat' | 'cylinder' | 'torus';

/** A board. */
export interface Shape {
  readonly files: number;
  readonly ranks: number;
  readonly surface: Surface;
  readonly holes: ReadonlySet<Square>;
}

/** Sides that the page draws; larger boards are for the command line. */
export const MOST_ON_A_SIDE = 500;

export function rectangle(files: number, ranks: number): Shape {
  return { files, ranks, surface: 'flat', holes: new Set() };
}

export function area(shape: Shape): number {
  return shape.files * shape.ranks;
}

/** How many squares can be visited. */
export function size(shape: Shape): number {
  return area(shape) - shape.holes.size;
}

export function fileOf(shape: Shape, square: Square): number {
  return square % shape.files;
}

export function rankOf(shape: Shape, square: Square): number {
  return Math.floor(square / shape.files);
}

/** The name of a file: a to z, then aa, ab and so on. */
export function fileName(file: number): string {
  let name = '';
  for (let rest = file; rest >= 0; rest = Math.floor(rest / 26) - 1) {
    name = String.fromCharCode(97 + (rest % 26)) + name;
  }
  return name;
}

/** The name of a square, such as e4. */
export function nameOf(shape: Shape, square: Square): string {
  return `${fileName(fileOf(shape, square))}${rankOf(shape, square) + 1}`;
}

/** The square of a name, or of `x,y` from `0,0`; undefined where there is none. */
export function squareOf(shape: Shape, name: string): Square | undefined {
  const text = name.trim().toLowerCase();
  const pair = /^(\d+),(\d+)$/.exec(text);
  const named = /^([a-z]+)([1-9]\d*)$/.exec(text);
  let file: number;
  let rank: number;
  if (pair) {
    file = Number(pair[1]);
    rank = Number(pair[2]);
  } else if (named) {
    file = [...(named[1] ?? '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1;
    rank = Number(named[2]) - 1;
  } else {
    return undefined;
  }
  if (file >= shape.files || rank >= shape.ranks) {
    return undefined;
  }
  const square = rank * shape.files + file;
  return shape.holes.has(square) ? undefined : square;
}

/** The board as it is typed: `8x8-a1,h8`, `torus:6x6`. */
export function boardText(shape: Shape): string {
  const surface = shape.surface === 'flat' ? '' : `${shape.surface}:`;
  const holes = [...shape.holes].sort((a, b) => a - b).map((hole) => nameOf(shape, hole));
  return `${surface}${shape.files}x${shape.ranks}${holes.length > 0 ? `-${holes.join(',')}` : ''}`;
}

/** Reads a board; a text says what is wrong with it. */
export function parseBoard(text: string): Shape | string {
  const found = /^(?:(cylinder|torus):)?\s*(\d+)\s*[x×*]\s*(\d+)\s*(?:-(.*))?$/i.exec(text.trim());
  if (!found) {
    return 'write a board such as 8x8, 8x8-a1,h8 or torus:6x6';
  }
  const [files, ranks] = [Number(found[2]), Number(found[3])];
  if (files < 1 || ranks < 1) {
    return 'a board has at least one file and one rank';
  }
  if (files > MOST_ON_A_SIDE || ranks > MOST_ON_A_SIDE) {
    return `the page draws up to ${MOST_ON_A_SIDE} squares on a side; the command line knows no such bound`;
  }
  const surface = (found[1]?.toLowerCase() ?? 'flat') as Surface;
  const whole: Shape = { files, ranks, surface, holes: new Set() };
  const holes = new Set<Square>();
  for (const name of (found[4] ?? '').split(/[,\s]+/).filter((name) => name !== '')) {
    const hole = squareOf(whole, name);
    if (hole === undefined) {
      return `${name.slice(0, 20)} is no square of ${files}x${ranks}`;
    }
    holes.add(hole);
  }
  return holes.size === files * ranks ? 'a board has at least one square' : { ...whole, holes };
}

/** The same board with a square taken out, or put back. */
export function toggleHole(shape: Shape, square: Square): Shape {
  const holes = new Set(shape.holes);
  if (!holes.delete(square)) {
    holes.add(square);
  }
  return holes.size === area(shape) ? shape : { ...shape, holes };
}

/** The knight's moves in files and ranks, clockwise from one right, two up. */
export const KNIGHT: readonly (readonly [number, number])[] = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [-1, -2],
  [-2, -1],
  [-2, 1],
  [-1, 2],
];

/** The squares a knight's move away, visited or not. */
export function knightMoves(shape: Shape, from: Square): Square[] {
  const squares = new Set<Square>();
  for (const [right, up] of KNIGHT) {
    const square = step(shape, from, right, up);
    if (square !== undefined && square !== from && !shape.holes.has(square)) {
      squares.add(square);
    }
  }
  return [...squares];
}

/** The square so many files and ranks away, around joined edges, hole or not. */
export function step(shape: Shape, from: Square, right: number, up: number): Square | undefined {
  let file = fileOf(shape, from) + right;
  let rank = rankOf(shape, from) + up;
  if (shape.surface !== 'flat') {
    file = ((file % shape.files) + shape.files) % shape.files;
  }
  if (shape.surface === 'torus') {
    rank = ((rank % shape.ranks) + shape.ranks) % shape.ranks;
  }
  const inside = file >= 0 && file < shape.files && rank >= 0 && rank < shape.ranks;
  return inside ? rank * shape.files + file : undefined;
}
