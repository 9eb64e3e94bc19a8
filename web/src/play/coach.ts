// The coach: asks the server what each next move is worth. What is not wanted any more is not waited for,
// and what was once told of a position is not asked again.

import { api, errorText, isAborted } from '../api.ts';
import { nameOf } from '../squares.ts';
import type { Advice } from '../wire.ts';
import type { Game } from './game.ts';
import { problemOf } from './task.ts';

export type Thought =
  | { kind: 'silent' | 'thinking' }
  | { kind: 'told'; advice: Advice }
  | { kind: 'failed'; text: string };

/** Whoever plays fast is not followed move by move. */
const PAUSE_MS = 120;

/** So many positions are remembered. */
const MOST_REMEMBERED = 500;

/** The judgement of a position. */
export async function judge(game: Game, back: boolean, signal?: AbortSignal): Promise<Advice> {
  const played = game.played.map((square) => nameOf(game.task.shape, square));
  return api.coach({ ...problemOf(game.task), played, ...(back ? { back } : {}) }, signal);
}

export class Coach {
  thought: Thought = { kind: 'silent' };
  readonly #onThought: () => void;
  readonly #told = new Map<string, Advice>();
  #waiting: AbortController | undefined;
  #position = '';

  constructor(onThought: () => void) {
    this.#onThought = onThought;
  }

  /** Thinks about a position; `onThought` is called when there is something new. */
  async ask(game: Game, isUrgent = false): Promise<void> {
    const position = JSON.stringify([problemOf(game.task), game.played]);
    if (position === this.#position && this.thought.kind !== 'failed') {
      return;
    }
    this.silence();
    this.#position = position;
    const known = this.#told.get(position);
    if (known) {
      this.#think({ kind: 'told', advice: known });
      return;
    }
    const waiting = new AbortController();
    this.#waiting = waiting;
    this.#think({ kind: 'thinking' });
    try {
      if (!isUrgent) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
      waiting.signal.throwIfAborted();
      const advice = await judge(game, false, waiting.signal);
      // An answer of "nobody knows" depends on how busy the server was, and may be asked again.
      if (advice.position !== 'unknown' && this.#told.size < MOST_REMEMBERED) {
        this.#told.set(position, advice);
      }
      if (waiting === this.#waiting) {
        this.#think({ kind: 'told', advice });
      }
    } catch (error) {
      if (waiting === this.#waiting && !isAborted(error)) {
        this.#think({ kind: 'failed', text: errorText(error) });
      }
    }
  }

  /** Says nothing, and stops thinking. */
  silence(): void {
    this.#waiting?.abort();
    this.#waiting = undefined;
    this.#position = '';
    this.thought = { kind: 'silent' };
  }

  #think(thought: Thought): void {
    this.thought = thought;
    this.#onThought();
  }
}
