// A task: a board, the kind of tour, and fixed steps. A start is step 1, an end is the last step. Levels,
// puzzles and free games are tasks.

import type { Problem } from '../api.ts';
import { type Kind, readQuestion, writePiece } from '../question.ts';
import {
  boardOf,
  boardText,
  type Leaper,
  nameOf,
  pieceFields,
  type Shape,
  type Square,
  size,
  squareOf,
} from '../squares.ts';

export interface Task {
  readonly shape: Shape;
  readonly kind: Kind;
  /** The squares with a fixed step. */
  readonly clues: ReadonlyMap<Square, number>;
}

/** Returns the square with a fixed step. */
export function squareAtStep(task: Task, step: number): Square | undefined {
  for (const [square, fixed] of task.clues) {
    if (fixed === step) {
      return square;
    }
  }
  return undefined;
}

/** Returns the task with more steps fixed, if they are on the board and do not contradict each other. */
export function withClues(task: Task, clues: Iterable<readonly [string, number]>): Task {
  const fixed = new Map(task.clues);
  for (const [name, step] of clues) {
    const square = squareOf(task.shape, name);
    const isFree = square !== undefined && !fixed.has(square) && ![...fixed.values()].includes(step);
    if (isFree && Number.isInteger(step) && step >= 1 && step <= size(task.shape)) {
      fixed.set(square, step);
    }
  }
  return { ...task, clues: fixed };
}

/** Returns the problem for a request, with the played squares as clues. */
export function taskToProblem(task: Task, played: readonly Square[] = []): Problem {
  const clues: Record<string, number> = {};
  for (const [square, step] of task.clues) {
    clues[nameOf(task.shape, square)] = step;
  }
  for (const [at, square] of played.entries()) {
    clues[nameOf(task.shape, square)] = at + 1;
  }
  return {
    board: boardText(task.shape),
    ...pieceFields(task.shape),
    ...(task.kind === 'any' ? {} : { [task.kind]: true }),
    ...(Object.keys(clues).length > 0 ? { clues } : {}),
  };
}

/** Converts a problem of the API for a piece. */
export function taskFromProblem(problem: Problem, leapers: readonly Leaper[]): Task {
  const shape = boardOf(problem.board, leapers);
  const kind = problem.closed ? 'closed' : problem.open ? 'open' : 'any';
  const ends: [string, number][] = [];
  if (problem.from !== undefined) {
    ends.push([problem.from, 1]);
  }
  if (problem.to !== undefined) {
    ends.push([problem.to, size(shape)]);
  }
  return withClues({ shape, kind, clues: new Map() }, [...Object.entries(problem.clues ?? {}), ...ends]);
}

/** Writes a task as a query: `board=6x6&kind=closed&clues=a1=1,c4=17`. */
export function taskToQuery(task: Task): URLSearchParams {
  const query = new URLSearchParams({ board: boardText(task.shape) });
  writePiece(query, task.shape);
  if (task.kind !== 'any') {
    query.set('kind', task.kind);
  }
  const clues = [...task.clues].sort(([, a], [, b]) => a - b);
  if (clues.length > 0) {
    query.set('clues', clues.map(([square, step]) => `${nameOf(task.shape, square)}=${step}`).join(','));
  }
  return query;
}

/** Reads the task of an address. Returns undefined if it has no valid board. */
export function taskFromQuery(query: URLSearchParams): Task | undefined {
  const question = readQuestion(query);
  if (!question) {
    return undefined;
  }
  const clues: [string, number][] = [];
  for (const clue of (query.get('clues') ?? '').split(',')) {
    const found = /^\s*([a-z]+[1-9]\d*)\s*=\s*(\d{1,6})\s*$/i.exec(clue);
    if (found) {
      clues.push([(found[1] ?? '').toLowerCase(), Number(found[2])]);
    }
  }
  const from = query.get('from');
  const to = query.get('to');
  if (from !== null) {
    clues.push([from, 1]);
  }
  if (to !== null) {
    clues.push([to, size(question.shape)]);
  }
  return withClues({ shape: question.shape, kind: question.kind, clues: new Map() }, clues);
}
