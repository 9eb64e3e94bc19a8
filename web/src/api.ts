// The line to the server.

import type {
  Advice,
  CheckAnswer,
  FilmAnswer,
  Impossible,
  Outcome,
  Problem,
  PuzzleAnswer,
  RankAnswer,
  Ranked,
  SampleAnswer,
  Solving,
  StartsAnswer,
  UniqueAnswer,
  Unknown,
} from './wire.ts';

/** What the server said instead of an answer, or that it said nothing. */
export class Refused extends Error {}

/** Where the API is. */
export const BASE = './api/v1';

/** Is this only the end of a request that nobody wants any more? */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** What to tell people of an error. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Sends a request; whatever is no answer is thrown as `Refused`. */
export async function send(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`${BASE}/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (isAborted(error)) {
      throw error;
    }
    throw new Refused('the server does not answer: is `caracole serve` still running?');
  }
  if (response.ok) {
    return response;
  }
  const told = await response.json().catch(() => undefined);
  throw new Refused(told?.error?.text ?? `the server answered ${response.status}`);
}

async function ask<A>(verb: string, body: unknown, signal?: AbortSignal): Promise<A> {
  return (await send('POST', verb, body, signal)).json();
}

export const api = {
  solve: (body: Problem & Solving, signal?: AbortSignal) => ask<Outcome>('solve', body, signal),
  film: (body: Problem & Solving & { events?: number }, signal?: AbortSignal) =>
    ask<FilmAnswer>('film', body, signal),
  check: (body: Partial<Problem> & { text: string }) => ask<CheckAnswer>('check', body),
  starts: (body: Problem, signal?: AbortSignal) => ask<StartsAnswer>('starts', body, signal),
  coach: (body: Problem & { played: string[]; back?: boolean }, signal?: AbortSignal) =>
    ask<Advice>('coach', body, signal),
  puzzleMake: (
    body: Problem & {
      seed?: number;
      clue_count?: number;
      symmetric?: boolean;
      minimal?: boolean;
      hide_ends?: boolean;
    },
    signal?: AbortSignal,
  ) => ask<PuzzleAnswer | Impossible | Unknown>('puzzle-make', body, signal),
  puzzleUnique: (body: Problem, signal?: AbortSignal) => ask<UniqueAnswer>('puzzle-unique', body, signal),
  sample: (body: Problem & { n?: number; seed?: number }, signal?: AbortSignal) =>
    ask<SampleAnswer>('sample', body, signal),
  rank: (body: Problem & { squares: string[] }, signal?: AbortSignal) =>
    ask<RankAnswer>('rank', body, signal),
  /** The tour of a number, written in digits since it may be a large one. */
  unrank: (body: Problem & { index: string }, signal?: AbortSignal) =>
    ask<Outcome & Ranked>('unrank', body, signal),

  /** A file: `draw` makes pictures, `puzzle-sheet` a sheet to print. */
  file: async (verb: 'draw' | 'puzzle-sheet', body: unknown): Promise<Blob> =>
    (await send('POST', verb, body)).blob(),
};
