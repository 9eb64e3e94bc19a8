// Boards, pieces and squares. A square is its index on the rectangle, holes included, a1 first, as everywhere in
// Caracole. Names are for people and for the API.

/** The index of a square, rank by rank from a1, holes included. */
export type Square = number;

export type Surface = 'flat' | 'cylinder' | 'torus';

/** A board. */
export interface Shape {
  readonly files: number;
  readonly ranks: number;
  readonly surface: Surface;
  readonly holes: ReadonlySet<Square>;
  /** The moves of the piece: [1, 2] are the moves of a knight, in all eight directions. */
  readonly leapers: readonly Leaper[];
}

export type Leaper = readonly [number, number];

export const PIECES = {
  knight: [[1, 2]],
  camel: [[1, 3]],
  zebra: [[2, 3]],
  giraffe: [[1, 4]],
  king: [
    [0, 1],
    [1, 1],
  ],
  wazir: [[0, 1]],
} as const satisfies Record<string, readonly Leaper[]>;
export type Piece = keyof typeof PIECES;

/** Writes leapers as an address and the API do: `1,3` or `0,1;1,1`. */
export function leapersText(leapers: readonly Leaper[]): string {
  return leapers.map((leaper) => leaper.join(',')).join(';');
}

/** Parses leapers. Returns undefined if the text has no leapers. */
export function parseLeapers(text: string): Leaper[] | undefined {
  const found = text.split(';').map((part) => /^\s*(\d{1,2})\s*,\s*(\d{1,2})\s*$/.exec(part));
  const leapers: Leaper[] = [];
  for (const part of found) {
    const leaper: Leaper = [Number(part?.[1] ?? 0), Number(part?.[2] ?? 0)];
    if (!part || leaper[0] + leaper[1] === 0) {
      return undefined;
    }
    leapers.push(leaper);
  }
  return leapers;
}

/** Returns the name of the piece of a board, or undefined if it has none. */
export function pieceOf({ leapers }: Pick<Shape, 'leapers'>): Piece | undefined {
  const text = sorted(leapers);
  return (Object.keys(PIECES) as Piece[]).find((piece) => sorted(PIECES[piece]) === text);
}

/** Writes leapers in a fixed order: `1,1;0,1` and `1,0;1,1` are a king, too. */
function sorted(leapers: readonly Leaper[]): string {
  return leapersText(
    leapers
      .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
      .sort(([a, b], [c, d]) => a - c || b - d),
  );
}

/** Returns the fields of the API for the piece of a board. */
export function pieceFields(piece: Pick<Shape, 'leapers'>): { leapers?: string[] } {
  return pieceOf(piece) === 'knight' ? {} : { leapers: piece.leapers.map((leaper) => leaper.join(',')) };
}

/** The maximum side of a board on the page. */
export const MAX_SIDE = 500;

export function rectangle(files: number, ranks: number): Shape {
  return { files, ranks, surface: 'flat', holes: new Set(), leapers: PIECES.knight };
}

export function area(shape: Shape): number {
  return shape.files * shape.ranks;
}

/** Returns the number of squares without the holes. */
export function size(shape: Shape): number {
  return area(shape) - shape.holes.size;
}

export function fileOf(shape: Shape, square: Square): number {
  return square % shape.files;
}

export function rankOf(shape: Shape, square: Square): number {
  return Math.floor(square / shape.files);
}

/** Returns the name of a file: a to z, then aa, ab and so on. */
export function fileName(file: number): string {
  let name = '';
  for (let rest = file; rest >= 0; rest = Math.floor(rest / 26) - 1) {
    name = String.fromCharCode(97 + (rest % 26)) + name;
  }
  return name;
}

/** Returns the name of a square, such as e4. */
export function nameOf(shape: Shape, square: Square): string {
  return `${fileName(fileOf(shape, square))}${rankOf(shape, square) + 1}`;
}

/** Parses a square: its name, or `x,y` from `0,0`. Returns undefined if it is not on the board. */
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

/** Returns the text of a board: `8x8-a1,h8`, `torus:6x6`. */
export function boardText(shape: Shape): string {
  const surface = shape.surface === 'flat' ? '' : `${shape.surface}:`;
  const holes = [...shape.holes].sort((a, b) => a - b).map((hole) => nameOf(shape, hole));
  return `${surface}${shape.files}x${shape.ranks}${holes.length > 0 ? `-${holes.join(',')}` : ''}`;
}

/** Why a text is not a board. */
export type BoardError = 'form' | 'empty' | 'side' | 'hole';

/** Parses a board for the knight. Returns what is wrong if it is not valid. */
export function parseBoard(text: string): Shape | BoardError {
  const found = /^(?:(cylinder|torus):)?\s*(\d+)\s*[x×*]\s*(\d+)\s*(?:-(.*))?$/i.exec(text.trim());
  if (!found) {
    return 'form';
  }
  const [files, ranks] = [Number(found[2]), Number(found[3])];
  if (files < 1 || ranks < 1) {
    return 'empty';
  }
  if (files > MAX_SIDE || ranks > MAX_SIDE) {
    return 'side';
  }
  const surface = (found[1]?.toLowerCase() ?? 'flat') as Surface;
  const whole: Shape = { ...rectangle(files, ranks), surface };
  const holes = new Set<Square>();
  for (const name of (found[4] ?? '').split(/[,\s]+/).filter((name) => name !== '')) {
    const hole = squareOf(whole, name);
    if (hole === undefined) {
      return 'hole';
    }
    holes.add(hole);
  }
  return holes.size === files * ranks ? 'empty' : { ...whole, holes };
}

/** Parses a board that is known to be valid. */
export function boardOf(text: string, leapers: readonly Leaper[] = PIECES.knight): Shape {
  const shape = parseBoard(text);
  if (typeof shape === 'string') {
    throw new Error(`${text} is not a board`);
  }
  return { ...shape, leapers };
}

/** Returns all squares that are not holes. */
export function squaresOf(shape: Shape): Square[] {
  return Array.from({ length: area(shape) }, (_, square) => square).filter(
    (square) => !shape.holes.has(square),
  );
}

/** Returns true for a square with the colour of a1, which is dark. */
export function isLikeA1(shape: Shape, square: Square): boolean {
  return (fileOf(shape, square) + rankOf(shape, square)) % 2 === 0;
}

/** Returns the squares of a list of names. Names that are not on the board are left out. */
export function squaresNamed(shape: Shape, names: readonly string[]): Square[] {
  return names.map((name) => squareOf(shape, name)).filter((square) => square !== undefined);
}

/** Returns the board with a hole added or removed. */
export function toggleHole(shape: Shape, square: Square): Shape {
  const holes = new Set(shape.holes);
  if (!holes.delete(square)) {
    holes.add(square);
  }
  return holes.size === area(shape) ? shape : { ...shape, holes };
}

/** Returns the moves of the piece in files and ranks, clockwise; for a knight from one right, two up. */
export function directions({ leapers }: Shape): readonly Leaper[] {
  let known = directionsOf.get(leapers);
  if (!known) {
    known = allDirections(leapers);
    directionsOf.set(leapers, known);
  }
  return known;
}

const directionsOf = new WeakMap<readonly Leaper[], readonly Leaper[]>();

function allDirections(leapers: readonly Leaper[]): Leaper[] {
  const moves = new Map<string, Leaper>();
  for (const [a, b] of leapers) {
    for (const [x, y] of [
      [a, b],
      [b, a],
    ] as const) {
      for (const [right, up] of [
        [x, y],
        [x, -y],
        [-x, y],
        [-x, -y],
      ] as const) {
        moves.set(`${right + 0},${up + 0}`, [right + 0, up + 0]);
      }
    }
  }
  const angle = ([right, up]: Leaper) => {
    const clockwise = Math.atan2(right, up);
    return clockwise < 0 ? clockwise + 2 * Math.PI : clockwise;
  };
  return [...moves.values()].sort((a, b) => angle(a) - angle(b) || Math.hypot(...a) - Math.hypot(...b));
}

/** Returns the squares that are a move away, visited or not. */
export function movesFrom(shape: Shape, from: Square): Square[] {
  const squares = new Set<Square>();
  for (const [right, up] of directions(shape)) {
    const square = step(shape, from, right, up);
    if (square !== undefined && square !== from && !shape.holes.has(square)) {
      squares.add(square);
    }
  }
  return [...squares];
}

/** Returns the square at an offset, across joined edges. It may be a hole. */
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
