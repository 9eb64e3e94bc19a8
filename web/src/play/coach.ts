// The coach: asks the server for judgements, and remembers them.

import { type Advice, call, isAborted } from '../api.ts';
import { nameOf } from '../squares.ts';
import type { Game } from './game.ts';
import { taskToProblem } from './task.ts';

/** The delay before a request, which skips requests of a fast player. */
const DELAY_MS = 120;
/** The maximum number of cached judgements. */
const MAX_CACHED = 500;

/** Requests the judgement of a position. */
export async function judge(game: Game, hasBack: boolean, signal?: AbortSignal): Promise<Advice> {
  const played = game.played.map((square) => nameOf(game.task.shape, square));
  return call('coach', { ...taskToProblem(game.task), played, ...(hasBack ? { back: true } : {}) }, signal);
}

export class Coach {
  /** The judgement of the last position, if it is known. */
  advice: Advice | undefined;
  readonly #onChange: (error?: unknown) => void;
  readonly #cache = new Map<string, Advice>();
  #request: AbortController | undefined;

  constructor(onChange: (error?: unknown) => void) {
    this.#onChange = onChange;
  }

  /** Judges a position. Calls `onChange` with the result. */
  async ask(game: Game): Promise<void> {
    this.rest();
    const position = JSON.stringify([taskToProblem(game.task), game.played]);
    const known = this.#cache.get(position);
    if (known) {
      this.advice = known;
      this.#onChange();
      return;
    }
    const request = new AbortController();
    this.#request = request;
    try {
      await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
      request.signal.throwIfAborted();
      const advice = await judge(game, false, request.signal);
      // An unknown position may be decided by a later request, when the server has more time.
      if (advice.position !== 'unknown' && this.#cache.size < MAX_CACHED) {
        this.#cache.set(position, advice);
      }
      if (request === this.#request) {
        this.advice = advice;
        this.#onChange();
      }
    } catch (error) {
      if (request === this.#request && !isAborted(error)) {
        this.#onChange(error);
      }
    }
  }

  /** Cancels the current request and forgets the judgement. */
  rest(): void {
    this.#request?.abort();
    this.#request = undefined;
    this.advice = undefined;
  }
}
