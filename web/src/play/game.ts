// A game: a task and the squares that were played. Plain data; every change makes a new game.

import { fileOf, KNIGHT, knightMoves, nameOf, rankOf, type Square, size, step } from '../squares.ts';
import { squareAtStep, type Task } from './task.ts';

export interface Game {
  readonly task: Task;
  readonly played: readonly Square[];
  /** What was taken back and can be played again, the next one last. */
  readonly undone: readonly Square[];
  /** How many moves were taken back in all. */
  readonly takenBack: number;
}

export type Standing =
  | { kind: 'fresh' | 'going' }
  | { kind: 'won'; closed: boolean }
  /** No move is left, and it is not won. */
  | { kind: 'stuck'; text: string };

export function newGame(task: Task): Game {
  return { task, played: [], undone: [], takenBack: 0 };
}

/** Where the knight stands. */
export function knightOf(game: Game): Square | undefined {
  return game.played.at(-1);
}

/** Why a square cannot be played now; undefined if it can. */
export function refusal(game: Game, square: Square): string | undefined {
  const { task, played } = game;
  const name = nameOf(task.shape, square);
  if (task.shape.holes.has(square)) {
    return `${name} is a hole: the knight jumps over it, but cannot land there`;
  }
  const visited = played.indexOf(square);
  if (visited >= 0) {
    return visited === played.length - 1
      ? `the knight stands on ${name} already`
      : `${name} was visited at step ${visited + 1}`;
  }
  const knight = knightOf(game);
  if (knight !== undefined && !knightMoves(task.shape, knight).includes(square)) {
    return `${name} is not a knight's move from ${nameOf(task.shape, knight)}`;
  }
  const next = played.length + 1;
  const fixed = task.clues.get(square);
  if (fixed !== undefined && fixed !== next) {
    return `${name} is step ${fixed}, and this is step ${next}`;
  }
  const due = squareAtStep(task, next);
  if (due !== undefined && due !== square) {
    return next === 1
      ? `the tour starts on ${nameOf(task.shape, due)}`
      : `step ${next} is ${nameOf(task.shape, due)}`;
  }
  return undefined;
}

/** The squares that can be played now. */
export function legalMoves(game: Game): Square[] {
  const knight = knightOf(game);
  const { shape } = game.task;
  const near =
    knight === undefined ? [...Array(shape.files * shape.ranks).keys()] : knightMoves(shape, knight);
  return near.filter((square) => refusal(game, square) === undefined);
}

/** Plays a square; the game is the same if it cannot be played. */
export function play(game: Game, square: Square): Game {
  if (refusal(game, square) !== undefined) {
    return game;
  }
  // Whoever plays what was taken back goes the same way again, and can go on doing so.
  const undone = game.undone.at(-1) === square ? game.undone.slice(0, -1) : [];
  return { ...game, played: [...game.played, square], undone };
}

/** Plays squares one after the other, up to the first that cannot be played. */
export function playUpTo(game: Game, squares: readonly Square[]): Game {
  let now = game;
  for (const square of squares) {
    const next = play(now, square);
    if (next === now) {
      break;
    }
    now = next;
  }
  return now;
}

/** The rest of a tour that the server has checked: there is nothing to ask of every square again. */
export function completed(game: Game, rest: readonly Square[]): Game {
  return { ...game, played: [...game.played, ...rest], undone: [] };
}

/** Takes moves back until so many squares are left. */
export function backTo(game: Game, keep: number): Game {
  const gone = game.played.slice(keep);
  return {
    ...game,
    played: game.played.slice(0, keep),
    undone: [...game.undone, ...gone.reverse()],
    takenBack: game.takenBack + gone.length,
  };
}

/** Takes the last move back. */
export function undo(game: Game): Game {
  return game.played.length === 0 ? game : backTo(game, game.played.length - 1);
}

/** Plays again what was taken back last. */
export function redo(game: Game): Game {
  const square = game.undone.at(-1);
  return square === undefined ? game : play(game, square);
}

/** The square of one of the knight's moves, numbered from 1, clockwise from one right, two up. */
export function numberedMove(game: Game, number: number): Square | undefined {
  const knight = knightOf(game);
  const move = KNIGHT[number - 1];
  return knight === undefined || !move ? undefined : step(game.task.shape, knight, ...move);
}

/** The number of a move of the knight. */
export function moveNumber(game: Game, square: Square): number | undefined {
  const at = KNIGHT.findIndex((_, at) => numberedMove(game, at + 1) === square);
  return at < 0 ? undefined : at + 1;
}

/** Are the ends of what was played a knight's move apart? */
export function isLoop({ task, played }: Game): boolean {
  const [first, last] = [played[0], played.at(-1)];
  return (
    first !== undefined &&
    last !== undefined &&
    played.length > 2 &&
    knightMoves(task.shape, last).includes(first)
  );
}

/** How the game stands. */
export function standing(game: Game): Standing {
  const { task, played } = game;
  const closed = isLoop(game);
  if (played.length === 0) {
    return { kind: 'fresh' };
  }
  if (played.length < size(task.shape)) {
    return legalMoves(game).length > 0
      ? { kind: 'going' }
      : { kind: 'stuck', text: 'no move is left, and not every square is visited' };
  }
  if (task.kind === 'closed' && !closed) {
    return { kind: 'stuck', text: 'every square is visited, but the way back to the start is no move' };
  }
  if (task.kind === 'open' && closed) {
    return {
      kind: 'stuck',
      text: 'every square is visited, but the end is a move from the start, and it shall not be',
    };
  }
  return { kind: 'won', closed };
}

/** A move in words, for whoever does not see the board: `two right, one up`. */
export function moveWords(game: Game, square: Square): string {
  const knight = knightOf(game);
  if (knight === undefined) {
    return '';
  }
  const { shape } = game.task;
  const [right, up] = [
    fileOf(shape, square) - fileOf(shape, knight),
    rankOf(shape, square) - rankOf(shape, knight),
  ];
  const words = ['', 'one', 'two'];
  const [across, along] = [words[Math.abs(right)], words[Math.abs(up)]];
  return across && along
    ? `${across} ${right > 0 ? 'right' : 'left'}, ${along} ${up > 0 ? 'up' : 'down'}`
    : 'around the edge';
}
