// Why there is no tour: a reason as marks, lines and one sentence.

import type { Reason } from '../api.ts';
import type { Line, SquareMark } from '../board/scene.ts';
import {
  fileOf,
  isLikeA1,
  movesFrom,
  nameOf,
  rankOf,
  type Shape,
  type Square,
  size,
  squaresNamed,
  squaresOf,
} from '../squares.ts';
import { t } from '../texts.ts';

/** Returns the squares that the piece reaches from a square without entering a set. */
export function flood(shape: Shape, from: Square, without: ReadonlySet<Square>): Square[] {
  const reached = new Set([from]);
  for (const square of reached) {
    for (const next of movesFrom(shape, square)) {
      if (!without.has(next)) {
        reached.add(next);
      }
    }
  }
  return [...reached];
}

/** Returns the components of the board without a set of squares. */
export function partsWithout(shape: Shape, cut: ReadonlySet<Square>): Square[][] {
  const seen = new Set<Square>(cut);
  const parts: Square[][] = [];
  for (const square of squaresOf(shape)) {
    if (!seen.has(square)) {
      const part = flood(shape, square, cut);
      parts.push(part);
      for (const member of part) {
        seen.add(member);
      }
    }
  }
  return parts;
}

export interface ShownReason {
  marks: Map<Square, SquareMark>;
  lines: Line[];
  /** The reason in one sentence. */
  text: string;
}

/** Shows a reason on its board. Theorems and searches have only a text. */
export function showReason(reason: Reason, shape: Shape, isClosed = false): ShownReason {
  const picture = new Picture(reason, shape, isClosed);
  const text = DRAWN[reason.kind]?.(picture) ?? picture.text;
  return { marks: picture.marks, lines: picture.lines, text };
}

class Picture {
  readonly marks = new Map<Square, SquareMark>();
  readonly lines: Line[] = [];
  readonly shape: Shape;
  readonly isClosed: boolean;
  readonly #reason: Reason;

  constructor(reason: Reason, shape: Shape, isClosed: boolean) {
    this.#reason = reason;
    this.shape = shape;
    this.isClosed = isClosed;
  }

  /** Returns the squares of a field. */
  squares(field: string): Square[] {
    const named = this.#reason[field];
    const names = Array.isArray(named) ? named : typeof named === 'string' ? [named] : [];
    return squaresNamed(this.shape, names);
  }

  /** Returns the names of the squares of a field. */
  names(field: string): string[] {
    return this.squares(field).map((square) => nameOf(this.shape, square));
  }

  /** The sentence of the server. */
  get text(): string {
    return t.reasons.other(this.#reason.kind, this.#reason.text);
  }

  number(field: string): number {
    return Number(this.#reason[field] ?? 0);
  }

  /** Returns the squares that the text names, without the holes in the name of the board. */
  named(): Square[] {
    return [
      ...new Set(squaresNamed(this.shape, this.#reason.text.match(/\b[a-z]{1,2}[1-9]\d{0,2}\b/g) ?? [])),
    ];
  }

  mark(squares: Iterable<Square>, mark: SquareMark): void {
    for (const square of squares) {
      this.marks.set(square, { ...this.marks.get(square), ...mark });
    }
  }

  stripe(isStriped: (square: Square) => boolean): void {
    const squares = squaresOf(this.shape).filter(isStriped);
    this.mark(squares, { stripes: 1, label: t.reasons.labels.striped });
  }

  stripeColours(): void {
    this.stripe((square) => isLikeA1(this.shape, square));
  }

  join(path: readonly Square[], kind: Line['kind']): void {
    for (let at = 1; at < path.length; at += 1) {
      this.lines.push({ from: path[at - 1] ?? 0, to: path[at] ?? 0, kind });
    }
  }
}

const labels = t.reasons.labels;

const DRAWN: Record<string, (picture: Picture) => string> = {
  colours: (picture) => {
    picture.stripeColours();
    const [first, second] = [picture.number('a1_colour'), picture.number('other_colour')];
    const isPlain = picture.isClosed || Math.abs(first - second) > 1;
    return isPlain ? t.reasons.colours(first, second, picture.isClosed) : picture.text;
  },
  'step-colour': (picture) => {
    picture.stripeColours();
    const step = picture.number('step');
    picture.mark(picture.squares('square'), {
      frame: 'bad',
      badge: String(step),
      label: labels.needs(String(step)),
    });
    return t.reasons.stepColour(picture.names('square')[0] ?? '', step);
  },
  'step-colours': (picture) => {
    picture.stripeColours();
    const steps = [picture.number('first_step'), picture.number('second_step')];
    const squares = picture.squares('squares');
    for (const [at, square] of squares.entries()) {
      const step = String(steps[at]);
      picture.mark([square], { frame: 'bad', badge: step, label: labels.needs(step) });
    }
    const [a, b] = picture.names('squares');
    const [first, second] = squares.map((square) => isLikeA1(picture.shape, square));
    const moves = Math.abs((steps[1] ?? 0) - (steps[0] ?? 0));
    return t.reasons.stepColours(a ?? '', b ?? '', moves, first === second);
  },
  'ends-not-a-move-apart': (picture) => {
    picture.mark(picture.squares('ends'), { frame: 'bad', label: labels.end });
    const [a, b] = picture.names('ends');
    return t.reasons.endsApart(a ?? '', b ?? '');
  },
  'ends-a-move-apart': (picture) => {
    picture.mark(picture.squares('ends'), { frame: 'bad', label: labels.end });
    picture.join(picture.squares('ends'), 'forced');
    const [a, b] = picture.names('ends');
    return t.reasons.endsJoined(a ?? '', b ?? '');
  },
  'no-move': (picture) => {
    picture.mark(picture.squares('square'), { sign: 'removed', label: labels.noMove });
    return t.reasons.noMove(t.reasons.and(picture.names('square')));
  },
  'dead-ends': (picture) => {
    const squares = picture.squares('squares');
    for (const square of squares) {
      picture.mark([square], { frame: 'bad', label: labels.oneMove });
      picture.join([square, ...movesFrom(picture.shape, square).slice(0, 1)], 'plain');
    }
    return squares.length > 2 ? t.reasons.deadEnds(t.reasons.and(picture.names('squares'))) : picture.text;
  },
  'no-way': (picture) => {
    const [first] = picture.squares('squares');
    const near = new Set(first === undefined ? [] : flood(picture.shape, first, new Set()));
    for (const square of squaresOf(picture.shape)) {
      const letter = near.has(square) ? 'A' : 'B';
      picture.mark([square], { badge: letter, label: labels.part(letter) });
    }
    return t.reasons.noWay;
  },
  'shared-neighbour': (picture) => {
    const [end] = picture.squares('end');
    for (const square of picture.squares('needed_by')) {
      picture.mark([square], { frame: 'bad', label: labels.needsEnd });
      if (end !== undefined) {
        picture.join([square, end], 'plain');
      }
    }
    picture.mark(picture.squares('end'), { frame: 'warn', badge: '1', label: labels.end });
    return t.reasons.shared(t.reasons.and(picture.names('needed_by')), picture.names('end')[0] ?? '');
  },
  'outer-lines': (picture) => {
    const { shape } = picture;
    picture.stripe((square) =>
      shape.ranks === 4
        ? rankOf(shape, square) % 3 === 0
        : [0, shape.files - 1].includes(fileOf(shape, square)),
    );
    const end = picture.names('end')[0];
    picture.mark(picture.squares('end'), { frame: 'bad', label: labels.end });
    return end === undefined ? t.reasons.outerLines : t.reasons.outerEnd(end);
  },
  'forced-path': (picture) => {
    const path = picture.squares('path');
    picture.mark(path, { label: labels.forced });
    picture.join(path, 'forced');
    return t.reasons.forcedPath;
  },
  'forced-cycle': (picture) => {
    const cycle = picture.squares('cycle');
    picture.mark(cycle, { label: labels.forced });
    picture.join([...cycle, ...cycle.slice(0, 1)], 'forced');
    return t.reasons.forcedCycle;
  },
  cut: (picture) => {
    const cut = new Set(picture.squares('squares'));
    const parts = partsWithout(picture.shape, cut);
    for (const [at, part] of parts.entries()) {
      // After Z, the parts are numbered.
      const letter = at < 26 ? String.fromCharCode(65 + at) : String(at + 1);
      picture.mark(part, { badge: letter, label: labels.part(letter) });
    }
    picture.mark(cut, { sign: 'removed', label: labels.removed });
    const most = picture.isClosed ? cut.size : cut.size + 1;
    return parts.length > most ? t.reasons.cut(cut.size, parts.length, most) : picture.text;
  },
  // A proof by cases. The squares that its text names are marked.
  cases: (picture) => {
    const named = picture.named();
    picture.mark(named, { frame: 'warn', label: labels.named });
    return named.length > 0 ? picture.text : '';
  },
  theorem: () => '',
  deficient: (picture) => {
    const squares = picture.squares('squares');
    const neighbours = new Set(squares.flatMap((square) => movesFrom(picture.shape, square)));
    picture.mark(squares, { frame: 'bad', label: labels.needsMoves });
    for (const square of squares) {
      for (const neighbour of movesFrom(picture.shape, square)) {
        picture.lines.push({ from: square, to: neighbour, kind: 'plain', strength: 0.6 });
      }
    }
    return t.reasons.deficient(squares.length, neighbours.size);
  },
};

/** Returns the sentence for a reason without marks: a theorem or a proof by cases. */
export function proofText(reason: Reason): string {
  if (reason.kind === 'theorem') {
    return t.reasons.theorem(String(reason.theorem ?? '').replace(/ (\d{4})$/, ', $1'));
  }
  const cases = Number(reason.cases ?? 0);
  return cases > 0 ? t.reasons.casesOf(cases) : t.reasons.cases;
}

/** Returns the sentence about the longest path of a board without a tour. */
export function longestText(shape: Shape, length: number, isProved: boolean): string {
  return t.reasons.longest(length, size(shape), isProved);
}
