// A game: a task and the played squares. It is immutable.

import { directions, movesFrom, type Square, size, squaresOf, step } from '../squares.ts';
import { squareAtStep, type Task } from './task.ts';

export interface Game {
  readonly task: Task;
  readonly played: readonly Square[];
  /** The undone moves, the next one to redo last. */
  readonly undone: readonly Square[];
  /** The total number of undone moves. */
  readonly undoCount: number;
}

/** Why a square cannot be played. */
export type MoveError =
  | { kind: 'hole' | 'here' | 'not-a-move' }
  | { kind: 'visited' | 'fixed'; step: number }
  | { kind: 'due'; step: number; square: Square };

export type GameStatus =
  | { kind: 'ready' | 'playing' }
  | { kind: 'won'; isClosed: boolean }
  /** No move is left, or the tour has the wrong kind. */
  | { kind: 'stuck'; missed: number; cause: 'dead-end' | 'not-closed' | 'not-open' };

/** Starts a game. A fixed start is played already. */
export function newGame(task: Task): Game {
  const start = squareAtStep(task, 1);
  return { task, played: start === undefined ? [] : [start], undone: [], undoCount: 0 };
}

/** Returns the square of the piece. */
export function knightOf(game: Game): Square | undefined {
  return game.played.at(-1);
}

/** Returns the number of squares that are played before the first move of the player. */
export function startCount(game: Game): number {
  return squareAtStep(game.task, 1) === undefined ? 0 : 1;
}

/** Returns why a square cannot be played, or undefined if it can. */
export function moveError(game: Game, square: Square): MoveError | undefined {
  const { task, played } = game;
  if (task.shape.holes.has(square)) {
    return { kind: 'hole' };
  }
  const visited = played.indexOf(square);
  if (visited >= 0) {
    return visited === played.length - 1 ? { kind: 'here' } : { kind: 'visited', step: visited + 1 };
  }
  const knight = knightOf(game);
  if (knight !== undefined && !movesFrom(task.shape, knight).includes(square)) {
    return { kind: 'not-a-move' };
  }
  const next = played.length + 1;
  const fixed = task.clues.get(square);
  if (fixed !== undefined && fixed !== next) {
    return { kind: 'fixed', step: fixed };
  }
  const due = squareAtStep(task, next);
  return due !== undefined && due !== square ? { kind: 'due', step: next, square: due } : undefined;
}

/** Returns the squares that can be played. */
export function legalMoves(game: Game): Square[] {
  const knight = knightOf(game);
  const { shape } = game.task;
  const near = knight === undefined ? squaresOf(shape) : movesFrom(shape, knight);
  return near.filter((square) => moveError(game, square) === undefined);
}

/** Plays a square. Returns the same game if that is not allowed. */
export function play(game: Game, square: Square): Game {
  if (moveError(game, square) !== undefined) {
    return game;
  }
  // A player who repeats an undone move can redo the following ones.
  const undone = game.undone.at(-1) === square ? game.undone.slice(0, -1) : [];
  return { ...game, played: [...game.played, square], undone };
}

/** Plays squares up to the first one that is not allowed. Squares that are played already are left out. */
export function playUpTo(game: Game, squares: readonly Square[]): Game {
  const isStarted = game.played.every((square, at) => squares[at] === square);
  let now = game;
  for (const square of isStarted ? squares.slice(game.played.length) : []) {
    const next = play(now, square);
    if (next === now) {
      break;
    }
    now = next;
  }
  return now;
}

/** Plays the rest of a verified tour without checking each square. */
export function completed(game: Game, rest: readonly Square[]): Game {
  return { ...game, played: [...game.played, ...rest], undone: [] };
}

/** Undoes moves until `keep` squares are left. A fixed start stays. */
export function backTo(game: Game, keep: number): Game {
  const kept = Math.max(keep, startCount(game));
  const gone = game.played.slice(kept);
  return {
    ...game,
    played: game.played.slice(0, kept),
    undone: [...game.undone, ...gone.reverse()],
    undoCount: game.undoCount + gone.length,
  };
}

/** Undoes the last move. */
export function undo(game: Game): Game {
  return game.played.length <= startCount(game) ? game : backTo(game, game.played.length - 1);
}

/** Redoes the last undone move. */
export function redo(game: Game): Game {
  const square = game.undone.at(-1);
  return square === undefined ? game : play(game, square);
}

/** Returns the target of a move by its number: from 1, clockwise; for a knight from one right, two up. */
export function numberedMove(game: Game, number: number): Square | undefined {
  const knight = knightOf(game);
  const { shape } = game.task;
  const move = directions(shape)[number - 1];
  return knight === undefined || !move ? undefined : step(shape, knight, ...move);
}

/** Returns true if a move leads from the last square to the first one. */
export function isLoop({ task, played }: Pick<Game, 'task' | 'played'>): boolean {
  const [first, last] = [played[0], played.at(-1)];
  return (
    first !== undefined &&
    last !== undefined &&
    played.length > 2 &&
    movesFrom(task.shape, last).includes(first)
  );
}

/** Returns the state of the game. */
export function gameStatus(game: Game): GameStatus {
  const { task, played } = game;
  const isClosed = isLoop(game);
  if (played.length <= startCount(game) && size(task.shape) > 1) {
    return { kind: 'ready' };
  }
  const missed = size(task.shape) - played.length;
  if (missed > 0) {
    return legalMoves(game).length > 0 ? { kind: 'playing' } : { kind: 'stuck', missed, cause: 'dead-end' };
  }
  if (task.kind === 'closed' && !isClosed) {
    return { kind: 'stuck', missed, cause: 'not-closed' };
  }
  if (task.kind === 'open' && isClosed) {
    return { kind: 'stuck', missed, cause: 'not-open' };
  }
  return { kind: 'won', isClosed };
}
