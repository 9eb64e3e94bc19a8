// Today's board. It comes from the date, so that everyone gets the same one without a server. Candidates are
// drawn until a short search finds a tour.

import { boardOf, isLikeA1, movesFrom, type Shape, type Square, size, squaresOf } from '../squares.ts';
import { isLoop } from './game.ts';
import type { Task } from './task.ts';

/** A random number generator (mulberry32), which is the same in every browser. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the date of today as in `2026-11-02`, in local time. */
export function today(now: Date = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Returns true for a date as in `2026-11-02`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T12:00:00Z`));
}

const MAX_CANDIDATES = 200;
const MAX_STEPS = 20_000;

/** Returns the task of a day. */
export function dailyTask(day: string): Task {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  const random = randomFrom(Number(day.replaceAll('-', '')));
  for (let count = 0; count < MAX_CANDIDATES; count += 1) {
    const task = candidate(weekday, random);
    if (hasTour(task)) {
      return task;
    }
  }
  return { shape: boardOf('5x5'), kind: 'any', clues: new Map([[0, 1]]) };
}

function candidate(weekday: number, random: () => number): Task {
  const any = (list: readonly Square[]) => list[Math.floor(random() * list.length)] ?? 0;
  const fromAny = (shape: Shape): Task => ({
    shape,
    kind: 'any',
    clues: new Map([[any(squaresOf(shape)), 1]]),
  });
  const withHoles = (board: string): Shape => {
    const shape = boardOf(board);
    const all = squaresOf(shape);
    const [dark, light] = [true, false].map((isDark) =>
      any(all.filter((square) => isLikeA1(shape, square) === isDark)),
    );
    return { ...shape, holes: new Set([dark ?? 0, light ?? 1]) };
  };
  switch (weekday) {
    case 1:
      return fromAny(boardOf('4x5'));
    case 2:
      return fromAny(boardOf('5x5'));
    case 3:
      return { shape: withHoles('5x6'), kind: 'any', clues: new Map() };
    case 4:
      return fromAny(boardOf('6x6'));
    case 5:
      return fromAny(boardOf(random() < 0.5 ? 'cylinder:6x4' : 'cylinder:7x3'));
    case 6:
      return { shape: withHoles('6x6'), kind: 'closed', clues: new Map() };
    default:
      return fromAny(boardOf('8x8'));
  }
}

/** Returns true if a short search finds a tour: backtracking by lowest degree first. */
export function hasTour(task: Task): boolean {
  const { shape, clues } = task;
  const starts = clues.size > 0 ? [...clues.keys()].slice(0, 1) : squaresOf(shape).slice(0, 1);
  let steps = 0;
  const visited = new Set<Square>();
  const path: Square[] = [];
  const free = (square: Square) => movesFrom(shape, square).filter((next) => !visited.has(next));
  const visit = (square: Square): boolean => {
    steps += 1;
    visited.add(square);
    path.push(square);
    const isDone = path.length === size(shape) && (task.kind !== 'closed' || isLoop({ task, played: path }));
    if (isDone) {
      return true;
    }
    const next = free(square).map((target) => [target, free(target).length] as const);
    for (const [target] of next.sort(([, a], [, b]) => a - b)) {
      if (steps < MAX_STEPS && visit(target)) {
        return true;
      }
    }
    visited.delete(square);
    path.pop();
    return false;
  };
  return starts.some(visit);
}
