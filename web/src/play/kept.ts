// The game that is under way, kept while the page is loaded anew, or left and opened again. The browser
// keeps it for this tab alone, where it lets us; nothing that is read back is believed without a look.

import { area, type Square } from '../squares.ts';
import { type Game, newGame, play, standing } from './game.ts';
import { queryOf, type Task } from './task.ts';

/** What was done for the player: it is told at the end. */
export interface Aid {
  isOn: boolean;
  hints: number;
  isHelped: boolean;
  isFinishedFor: boolean;
}

export interface Kept {
  game: Game;
  ms: number;
  aid: Aid;
}

const keyOf = (room: string) => `caracole.game.${room}`;
const nameOfTask = (task: Task) => queryOf(task).toString();

/** Keeps a game of a room; the one before it goes. One that has not begun, or is won, is not kept. */
export function keepGame(room: string, { game, ms, aid }: Kept): void {
  const { played, undone, takenBack, task } = game;
  const { isOn, hints, isHelped, isFinishedFor } = aid;
  try {
    if (['fresh', 'won'].includes(standing(game).kind)) {
      sessionStorage.removeItem(keyOf(room));
    } else {
      const told = { played, undone, takenBack, ms, isOn, hints, isHelped, isFinishedFor };
      sessionStorage.setItem(keyOf(room), JSON.stringify({ task: nameOfTask(task), ...told }));
    }
  } catch {
    // It then lasts as long as the page.
  }
}

/** The game of a room, if the one that was kept there is of this task. */
export function keptGame(room: string, task: Task): Kept | undefined {
  const found = stored(room);
  if (found.task !== nameOfTask(task)) {
    return undefined;
  }
  const isThere = (square: Square) => square < area(task.shape);
  const played = numbers(found.played).filter(isThere);
  const game = played.reduce(play, newGame(task));
  if (game.played.length !== played.length || played.length === 0) {
    return undefined;
  }
  return {
    game: {
      ...game,
      undone: redoable(game, numbers(found.undone).filter(isThere)),
      takenBack: count(found.takenBack),
    },
    ms: count(found.ms),
    aid: {
      isOn: found.isOn === true,
      hints: count(found.hints),
      isHelped: found.isHelped === true,
      isFinishedFor: found.isFinishedFor === true,
    },
  };
}

function stored(room: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(room)) ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** What was taken back, if it can be played again as a whole. */
function redoable(game: Game, undone: readonly Square[]): readonly Square[] {
  const again = [...undone].reverse().reduce(play, game);
  return again.played.length === game.played.length + undone.length ? undone : [];
}

function numbers(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((one) => Number.isSafeInteger(one) && one >= 0) : [];
}

function count(value: unknown): number {
  return typeof value === 'number' && value >= 0 ? value : 0;
}
