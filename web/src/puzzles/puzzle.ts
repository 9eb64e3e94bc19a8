// A puzzle under way: a task with clues, and the numbers of the player in any order. It is immutable.

import type { Task } from '../play/task.ts';
import { movesFrom, nameOf, type Square, size, squareOf } from '../squares.ts';

export interface Puzzle {
  readonly task: Task;
  readonly entries: ReadonlyMap<Square, number>;
  readonly pencil: ReadonlyMap<Square, readonly number[]>;
}

export function newPuzzle(task: Task): Puzzle {
  return { task, entries: new Map(), pencil: new Map() };
}

/** Returns the number on a square. */
export function numberAt({ task, entries }: Puzzle, square: Square): number | undefined {
  return task.clues.get(square) ?? entries.get(square);
}

/** Sets or removes a number. Clues and holes stay. */
export function enter(puzzle: Puzzle, square: Square, number: number | undefined): Puzzle {
  const { task } = puzzle;
  const isFree = !task.clues.has(square) && !task.shape.holes.has(square);
  if (!isFree || puzzle.entries.get(square) === number) {
    return puzzle;
  }
  const entries = new Map(puzzle.entries);
  const pencil = new Map(puzzle.pencil);
  if (number === undefined) {
    entries.delete(square);
    pencil.delete(square);
  } else if (number >= 1 && number <= size(task.shape)) {
    entries.set(square, number);
  }
  return { task, entries, pencil };
}

/** Adds or removes a pencil mark. */
export function mark(puzzle: Puzzle, square: Square, number: number): Puzzle {
  const isFree = numberAt(puzzle, square) === undefined && !puzzle.task.shape.holes.has(square);
  if (!isFree || number < 1 || number > size(puzzle.task.shape)) {
    return puzzle;
  }
  const before = puzzle.pencil.get(square) ?? [];
  const marks = before.includes(number)
    ? before.filter((one) => one !== number)
    : [...before, number].sort((a, b) => a - b);
  return { ...puzzle, pencil: new Map(puzzle.pencil).set(square, marks) };
}

/** Returns the squares by their numbers. A number may be on several squares. */
export function squaresByNumber(puzzle: Puzzle): Map<number, Square[]> {
  const squares = new Map<number, Square[]>();
  for (const [square, number] of [...puzzle.task.clues, ...puzzle.entries]) {
    squares.set(number, [...(squares.get(number) ?? []), square]);
  }
  return squares;
}

/** Returns the squares whose numbers break the rules: numbers used twice, and consecutive ones not a move apart. */
export function conflicts(puzzle: Puzzle): Set<Square> {
  const found = new Set<Square>();
  const squares = squaresByNumber(puzzle);
  const { clues, shape } = puzzle.task;
  const add = (square: Square) => {
    if (!clues.has(square)) {
      found.add(square);
    }
  };
  for (const [number, here] of squares) {
    if (here.length > 1) {
      here.forEach(add);
    }
    for (const square of here) {
      for (const next of squares.get(number + 1) ?? []) {
        if (!movesFrom(shape, square).includes(next)) {
          add(square);
          add(next);
        }
      }
    }
  }
  return found;
}

/** Returns the squares of the tour in order if the puzzle is solved. */
export function solvedPath(puzzle: Puzzle): Square[] | undefined {
  const squares = squaresByNumber(puzzle);
  const { shape, kind } = puzzle.task;
  const path: Square[] = [];
  for (let number = 1; number <= size(shape); number += 1) {
    const [square, another] = squares.get(number) ?? [];
    if (square === undefined || another !== undefined) {
      return undefined;
    }
    path.push(square);
  }
  const isMove = (from: Square | undefined, to: Square | undefined) =>
    from !== undefined && to !== undefined && movesFrom(shape, from).includes(to);
  const isPath = path.every((square, at) => at === 0 || isMove(path[at - 1], square));
  const isLoop = isMove(path.at(-1), path[0]);
  const isKind = kind === 'any' || (kind === 'closed') === isLoop;
  return isPath && isKind ? path : undefined;
}

/** Writes the numbers and the pencil marks of the player as a text: `c3=7 d5=12,14?`. */
export function entriesText({ task, entries, pencil }: Puzzle): string {
  const name = (square: Square) => nameOf(task.shape, square);
  return [
    ...[...entries].map(([square, number]) => `${name(square)}=${number}`),
    ...[...pencil].map(([square, numbers]) => `${name(square)}=${numbers.join(',')}?`),
  ].join(' ');
}

/** Reads numbers and pencil marks. What does not fit the task is left out. */
export function withEntries(task: Task, text: string): Puzzle {
  let puzzle = newPuzzle(task);
  for (const part of text.split(' ')) {
    const [, name = '', numbers = '', isPencil] = /^([a-z]+\d+)=([\d,]+)(\?)?$/.exec(part) ?? [];
    const square = squareOf(task.shape, name);
    for (const number of square === undefined ? [] : numbers.split(',').map(Number)) {
      puzzle = isPencil ? mark(puzzle, square ?? 0, number) : enter(puzzle, square ?? 0, number);
    }
  }
  return puzzle;
}
