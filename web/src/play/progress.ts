// What the browser stores of the player: the results of the levels, and the games under way.

import { store, stored } from '../settings.ts';
import { area, nameOf, type Square, squaresNamed } from '../squares.ts';
import { type Game, gameStatus, newGame, play, startCount } from './game.ts';
import { type Task, taskToQuery } from './task.ts';

const RESULTS = 'caracole.results';
const GAMES = 'caracole.games';
/** The number of games that are kept. */
const MAX_GAMES = 40;

/** The best result of a level. */
export interface Result {
  stars: number;
  ms: number;
  /** The last tour of the player. */
  squares: string;
}

/** The help that the player used. */
export interface HelpUsed {
  hints: number;
  isCoached: boolean;
}

/** Returns the number of stars of a finished game. */
export function starsOf({ hints, isCoached }: HelpUsed, undoCount: number, goal: number): number {
  return Math.max(1, 3 - (hints > 0 ? 1 : 0) - (isCoached ? 1 : 0) - (undoCount > goal ? 1 : 0));
}

function numberAt(value: unknown, name: string): number {
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : 0;
  return typeof found === 'number' && found >= 0 ? found : 0;
}

function textAt(value: unknown, name: string): string {
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : '';
  return typeof found === 'string' ? found : '';
}

/** Returns the result of a level or of a day. */
export function resultOf(key: string): Result | undefined {
  const found = stored(RESULTS)[key];
  const stars = Math.min(3, numberAt(found, 'stars'));
  return stars > 0 ? { stars, ms: numberAt(found, 'ms'), squares: textAt(found, 'squares') } : undefined;
}

/** Saves a result. The best stars, the best time and the last tour are kept. Returns true for a best time. */
export function saveResult(key: string, { stars, ms, squares }: Result): boolean {
  const before = resultOf(key);
  const isBest = !before || ms < before.ms;
  const best = { stars: Math.max(stars, before?.stars ?? 0), ms: isBest ? ms : before.ms, squares };
  store(RESULTS, { ...stored(RESULTS), [key]: best });
  return isBest;
}

/** Returns the key of a level. */
export function levelKey(level: number): string {
  return `level ${level}`;
}

export interface SavedGame {
  game: Game;
  ms: number;
  help: HelpUsed;
}

/** Saves a game under way. Removes it if it has not started or is won. */
export function saveGame({ game, ms, help }: SavedGame): void {
  const key = taskToQuery(game.task).toString();
  const games = stored(GAMES);
  delete games[key];
  if (!['ready', 'won'].includes(gameStatus(game).kind)) {
    const name = (square: Square) => nameOf(game.task.shape, square);
    games[key] = {
      played: game.played.map(name).join(' '),
      undone: game.undone.map(name).join(' '),
      undoCount: game.undoCount,
      ms,
      ...help,
    };
  }
  store(GAMES, Object.fromEntries(Object.entries(games).slice(-MAX_GAMES)));
}

/** Returns the saved game of a task. */
export function savedGame(task: Task): SavedGame | undefined {
  const found = stored(GAMES)[taskToQuery(task).toString()];
  const squares = (name: string) =>
    squaresNamed(task.shape, textAt(found, name).split(' ')).filter((s) => s < area(task.shape));
  const fresh = newGame(task);
  const played = squares('played');
  const game = played.slice(startCount(fresh)).reduce(play, fresh);
  if (played.length === 0 || game.played.length !== played.length) {
    return undefined;
  }
  const undone = squares('undone');
  const again = [...undone].reverse().reduce(play, game);
  const isRight = again.played.length === game.played.length + undone.length;
  return {
    game: { ...game, undone: isRight ? undone : [], undoCount: numberAt(found, 'undoCount') },
    ms: numberAt(found, 'ms'),
    help: {
      hints: numberAt(found, 'hints'),
      isCoached: (found as Record<string, unknown>).isCoached === true,
    },
  };
}
