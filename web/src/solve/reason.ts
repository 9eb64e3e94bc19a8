// Why there is no tour, shown on the board. Pure code: a reason becomes marks, lines and a legend.

import type { Line, Spot, Tone } from '../board/scene.ts';
import { fileOf, knightMoves, nameOf, rankOf, type Shape, type Square, squareOf } from '../squares.ts';
import type { Reason } from '../wire.ts';
import { flood, partsWithout } from './parts.ts';

/** What a tone means, in words. */
export interface LegendEntry {
  tone: Tone;
  isHatched?: boolean;
  /** The squares bear a cross too. */
  isCrossed?: boolean;
  text: string;
}

export interface ShownReason {
  spots: Map<Square, Spot>;
  lines: Line[];
  legend: LegendEntry[];
}

/** Shows a reason on its board. Theorems and searches have nothing to show but their text. */
export function showReason(reason: Reason, shape: Shape): ShownReason {
  const picture = new Picture(reason, shape);
  const draw = DRAWN[reason.kind];
  draw?.(picture);
  return { spots: picture.spots, lines: picture.lines, legend: picture.legend };
}

class Picture implements ShownReason {
  readonly spots = new Map<Square, Spot>();
  readonly lines: Line[] = [];
  readonly legend: LegendEntry[] = [];
  readonly shape: Shape;
  readonly #reason: Reason;

  constructor(reason: Reason, shape: Shape) {
    this.#reason = reason;
    this.shape = shape;
  }

  /** The squares of a fact. */
  squares(fact: string): Square[] {
    const named = this.#reason[fact];
    const names = Array.isArray(named) ? named : typeof named === 'string' ? [named] : [];
    return names.map((name) => squareOf(this.shape, name)).filter((square) => square !== undefined);
  }

  /** The squares that the text names. Holes, which the name of a board consists of, are none. */
  named(): Square[] {
    const names = this.#reason.text.match(/\b[a-z]{1,2}[1-9]\d{0,2}\b/g) ?? [];
    const squares = names.map((name) => squareOf(this.shape, name));
    return [...new Set(squares)].filter((square) => square !== undefined);
  }

  number(fact: string): number {
    return Number(this.#reason[fact] ?? 0);
  }

  all(): Square[] {
    const { files, ranks, holes } = this.shape;
    return Array.from({ length: files * ranks }, (_, square) => square).filter(
      (square) => !holes.has(square),
    );
  }

  mark(squares: Iterable<Square>, spot: Spot): void {
    for (const square of squares) {
      this.spots.set(square, { ...this.spots.get(square), ...spot });
    }
  }

  explain(tone: Tone, text: string, isHatched = false): void {
    const isCrossed = tone === 'bad' && [...this.spots.values()].some(({ dot }) => dot === 'bad');
    this.legend.push({ tone, text, isHatched, isCrossed });
  }

  join(path: readonly Square[], tone: Tone): void {
    for (let at = 1; at < path.length; at += 1) {
      this.lines.push({ from: path[at - 1] ?? 0, to: path[at] ?? 0, tone });
    }
  }

  /** Two halves of the board; the second is hatched too. */
  halves(isFirst: (square: Square) => boolean, first: string, second: string, heat = 1): void {
    for (const square of this.all()) {
      this.mark(
        [square],
        isFirst(square)
          ? { tone: 'one', heat, label: first }
          : { tone: 'other', heat, hatch: 0.6, label: second },
      );
    }
  }

  colours(heat = 1): void {
    const { shape } = this;
    this.halves((square) => isLikeA1(shape, square), 'the colour of a1', 'the other colour', heat);
    this.explain('one', `${this.number('a1_colour')} squares have the colour of a1`);
    this.explain('other', `${this.number('other_colour')} squares have the other colour`, true);
  }
}

const DRAWN: Record<string, (picture: Picture) => void> = {
  colours: (picture) => picture.colours(),
  'step-colour': (picture) => {
    picture.colours(0.7);
    const step = picture.number('step');
    picture.mark(picture.squares('square'), {
      tone: 'marked',
      heat: 1,
      dot: 'bad',
      label: `step ${step}, wrong colour`,
    });
    picture.explain('bad', `step ${step} cannot be here: it has the colour with fewer squares`);
  },
  'step-colours': (picture) => {
    const { shape } = picture;
    picture.halves((square) => isLikeA1(shape, square), 'the colour of a1', 'the other colour', 0.6);
    const steps = [picture.number('first_step'), picture.number('second_step')];
    for (const [at, square] of picture.squares('squares').entries()) {
      picture.mark([square], { tone: 'bad', heat: 0.8, text: String(steps[at]), label: `step ${steps[at]}` });
    }
    picture.explain(
      'bad',
      `steps ${steps.join(' and ')}: a knight changes colour with every move, so they cannot be here both`,
    );
  },
  'ends-not-a-move-apart': (picture) => {
    picture.mark(picture.squares('ends'), { tone: 'bad', label: 'end' });
    picture.explain('bad', 'the ends, which no move joins: a closed tour would need one');
  },
  'ends-a-move-apart': (picture) => {
    picture.mark(picture.squares('ends'), { tone: 'bad', label: 'end' });
    picture.join(picture.squares('ends'), 'marked');
    picture.explain('bad', 'the ends, which a move joins: the tour would be closed');
  },
  'no-move': (picture) => {
    picture.mark(picture.squares('square'), { tone: 'bad', dot: 'bad', label: 'no move' });
    picture.explain('bad', 'from here the knight cannot move at all');
  },
  'dead-ends': (picture) => {
    for (const square of picture.squares('squares')) {
      picture.mark([square], { tone: 'bad', label: 'a single move' });
      picture.join([square, ...knightMoves(picture.shape, square).slice(0, 1)], 'bad');
    }
    picture.explain('bad', 'squares with a single move, drawn as a line: only an end can be such a square');
  },
  'no-way': (picture) => {
    const [first, second] = picture.squares('squares');
    const near = new Set(first === undefined ? [] : flood(picture.shape, first, new Set()));
    picture.halves((square) => near.has(square), 'one part', 'another part', 0.6);
    if (first === undefined || second === undefined) {
      return;
    }
    picture.mark([first, second], { dot: 'bad' });
    const [from, to] = [first, second].map((square) => nameOf(picture.shape, square));
    picture.explain('one', `all that can be reached from ${from}`);
    picture.explain('other', 'what cannot be reached from there', true);
    picture.explain('bad', `${from} and ${to}, which no moves join`);
  },
  'shared-neighbour': (picture) => {
    const [end] = picture.squares('end');
    for (const square of picture.squares('needed_by')) {
      picture.mark([square], { tone: 'bad', label: 'needs the end' });
      if (end !== undefined) {
        picture.join([square, end], 'bad');
      }
    }
    picture.mark(picture.squares('end'), { tone: 'end', label: 'end' });
    picture.explain('end', 'an end, which has one move to give');
    picture.explain('bad', 'squares with two moves, each of which needs that one');
  },
  'outer-lines': (picture) => {
    const { shape } = picture;
    const isOuter = (square: Square) =>
      shape.ranks === 4
        ? rankOf(shape, square) % 3 === 0
        : [0, shape.files - 1].includes(fileOf(shape, square));
    picture.halves(isOuter, 'outer line', 'inner line', 0.8);
    picture.explain('one', 'the outer lines: from here a knight goes to the inner lines only');
    picture.explain('other', 'the inner lines, just as many squares', true);
    if (picture.squares('end').length > 0) {
      picture.mark(picture.squares('end'), { dot: 'bad', label: 'end on an inner line' });
      picture.explain('bad', 'the end that would have to be on an outer line');
    }
  },
  'forced-path': (picture) => {
    const path = picture.squares('path');
    picture.mark(path, { tone: 'marked', heat: 0.7, label: 'forced' });
    picture.mark(
      [path[0], path.at(-1)].filter((square) => square !== undefined),
      { tone: 'end', heat: 1, label: 'end' },
    );
    picture.join(path, 'bad');
    picture.explain('bad', 'moves that nothing else can replace: they join the ends too early');
  },
  'forced-ring': (picture) => {
    const ring = picture.squares('ring');
    picture.mark(ring, { tone: 'marked', heat: 0.7, label: 'forced' });
    picture.join([...ring, ...ring.slice(0, 1)], 'bad');
    picture.explain('bad', 'moves that nothing else can replace: they close before all squares are visited');
  },
  cut: (picture) => {
    const cut = new Set(picture.squares('squares'));
    const parts = partsWithout(picture.shape, cut);
    for (const [at, part] of parts.entries()) {
      const tone = PARTS[at % PARTS.length] ?? 'one';
      picture.mark(part, { tone, heat: 0.55, text: String(at + 1), label: `part ${at + 1}` });
    }
    picture.mark(cut, { tone: 'bad', dot: 'bad', label: 'taken out' });
    picture.explain('bad', `${cut.size} squares that are taken out`);
    picture.explain('one', `${parts.length} parts that are left, numbered: no move joins two of them`);
  },
  // A chain of thought, of which the text tells the end: what it names is marked.
  cases: (picture) => {
    const named = picture.named();
    picture.mark(named, { tone: 'bad', heat: 0.8, label: 'part of the reason' });
    if (named.length > 0) {
      picture.explain('bad', 'the squares that the reason names');
    }
  },
  starved: (picture) => {
    const starved = picture.squares('squares');
    const givers = new Set(starved.flatMap((square) => knightMoves(picture.shape, square)));
    picture.mark(givers, { tone: 'one', heat: 0.7, label: 'neighbour' });
    picture.mark(starved, { tone: 'bad', heat: 0.85, dot: 'bad', label: 'starved' });
    for (const square of starved) {
      for (const giver of knightMoves(picture.shape, square)) {
        picture.lines.push({ from: square, to: giver, tone: 'bad', strength: 0.35 });
      }
    }
    picture.explain('bad', `${starved.length} squares that need a move on either side`);
    picture.explain('one', `${givers.size} squares around them, which have too few moves to give`);
  },
};

const PARTS: readonly Tone[] = ['one', 'other', 'visited', 'unknown', 'start'];

function isLikeA1(shape: Shape, square: Square): boolean {
  return (fileOf(shape, square) + rankOf(shape, square)) % 2 === 0;
}
