// What shall be played: a board, the kind of tour, and steps that are fixed. A start is step 1, an end the
// last step. A level, a puzzle and a free game are all tasks.

import type { Kind } from '../setup.ts';
import { boardText, nameOf, parseBoard, type Shape, type Square, size, squareOf } from '../squares.ts';
import type { Problem } from '../wire.ts';

export interface Task {
  readonly shape: Shape;
  readonly kind: Kind;
  /** The squares whose step is fixed. */
  readonly clues: ReadonlyMap<Square, number>;
}

/** The square that is fixed at a step. */
export function squareAtStep(task: Task, step: number): Square | undefined {
  for (const [square, fixed] of task.clues) {
    if (fixed === step) {
      return square;
    }
  }
  return undefined;
}

/** The task as the server reads it, with further squares fixed. */
export function problemOf(task: Task, played: readonly Square[] = []): Problem {
  const clues: Record<string, number> = {};
  for (const [square, step] of task.clues) {
    clues[nameOf(task.shape, square)] = step;
  }
  for (const [at, square] of played.entries()) {
    clues[nameOf(task.shape, square)] = at + 1;
  }
  return {
    board: boardText(task.shape),
    ...(task.kind === 'any' ? {} : { [task.kind]: true }),
    ...(Object.keys(clues).length > 0 ? { clues } : {}),
  };
}

/** Reads a problem that the server wrote; a text says what is wrong with it. */
export function taskOf(problem: Problem): Task | string {
  const shape = parseBoard(problem.board);
  if (typeof shape === 'string') {
    return shape;
  }
  const kind = problem.closed ? 'closed' : problem.open ? 'open' : 'any';
  const fixed = Object.entries(problem.clues ?? {});
  if (problem.from !== undefined) {
    fixed.push([problem.from, 1]);
  }
  if (problem.to !== undefined) {
    fixed.push([problem.to, size(shape)]);
  }
  const clues = new Map<Square, number>();
  for (const [name, step] of fixed) {
    const square = squareOf(shape, name);
    if (square === undefined) {
      return `${name.slice(0, 20)} is no square of this board`;
    }
    const why = clueRefusal({ shape, kind, clues }, square, step);
    if (why !== undefined) {
      return why;
    }
    clues.set(square, step);
  }
  return { shape, kind, clues };
}

/** Why a square cannot have a step as its clue; undefined if it can. */
export function clueRefusal(task: Task, square: Square, step: number): string | undefined {
  const name = nameOf(task.shape, square);
  if (task.shape.holes.has(square)) {
    return `${name} is a hole`;
  }
  if (!Number.isInteger(step) || step < 1 || step > size(task.shape)) {
    return `${name} cannot be step ${step}: the steps go from 1 to ${size(task.shape)}`;
  }
  const other = squareAtStep(task, step);
  return other === undefined || other === square
    ? undefined
    : `step ${step} already stands on ${nameOf(task.shape, other)}`;
}

/** The task as it stands in an address: `board=6x6&kind=closed&clues=a1=1,c4=17`. */
export function queryOf(task: Task): URLSearchParams {
  const query = new URLSearchParams({ board: boardText(task.shape) });
  if (task.kind !== 'any') {
    query.set('kind', task.kind);
  }
  const clues = [...task.clues].sort(([, a], [, b]) => a - b);
  if (clues.length > 0) {
    query.set('clues', clues.map(([square, step]) => `${nameOf(task.shape, square)}=${step}`).join(','));
  }
  return query;
}

/** Reads the task in an address; a text says what is wrong with it. */
export function taskIn(query: URLSearchParams): Task | string {
  const clues: Record<string, number> = {};
  for (const clue of (query.get('clues') ?? '').split(',').filter((clue) => clue !== '')) {
    const found = /^\s*([a-z]+[1-9]\d*)\s*=\s*(\d{1,6})\s*$/i.exec(clue);
    if (!found) {
      return `${clue.slice(0, 20)} is no clue: write a1=1`;
    }
    const name = (found[1] ?? '').toLowerCase();
    if (clues[name] !== undefined) {
      return `${name} has two clues`;
    }
    clues[name] = Number(found[2]);
  }
  const from = query.get('from');
  return taskOf({
    board: query.get('board') ?? '',
    closed: query.get('kind') === 'closed',
    open: query.get('kind') === 'open',
    clues,
    ...(from === null ? {} : { from }),
  });
}
