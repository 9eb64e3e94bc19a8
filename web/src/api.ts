// The line to the server.

import type {
  Advice,
  CheckAnswer,
  CountAnswer,
  FilmAnswer,
  Impossible,
  Job,
  Outcome,
  Problem,
  Progress,
  PuzzleAnswer,
  RankAnswer,
  SampleAnswer,
  Solving,
  StartsAnswer,
  UniqueAnswer,
  Unknown,
} from './wire.ts';

/** What the server said instead of an answer, or that it said nothing. */
export class Refused extends Error {}

const BASE = './api/v1';

/** Is this only the end of a request that nobody wants any more? */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** What to tell people of an error. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
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

  /** A file: `draw` makes pictures, `puzzle-sheet` a sheet to print. */
  file: async (verb: 'draw' | 'puzzle-sheet', body: unknown): Promise<Blob> =>
    (await send('POST', verb, body)).blob(),
};

/** A count, or other work that takes a while. */
export interface Running<A> {
  /** What comes of it. */
  answer: Promise<A>;
  /** Ends it; the answer is then refused. */
  cancel(): void;
}

/** Begins a job; it is told how far it has come, and can be cancelled. */
export function begin<A = CountAnswer>(
  verb: string,
  body: unknown,
  onProgress: (progress: Progress) => void,
): Running<A> {
  let cancel = () => {};
  let isCancelled = false;
  const answer = (async () => {
    const job: Job<A> = await (await send('POST', `jobs/${verb}`, body)).json();
    const source = new EventSource(`${BASE}/jobs/${job.id}/events`);
    try {
      return await new Promise<A>((resolve, reject) => {
        cancel = () => {
          reject(new Refused('cancelled'));
          send('DELETE', `jobs/${job.id}`).catch(() => {
            // It had ended by itself.
          });
        };
        if (isCancelled) {
          cancel();
        }
        source.addEventListener('progress', (event) => {
          const { progress }: Job<A> = JSON.parse(event.data);
          if (progress) {
            onProgress(progress);
          }
        });
        source.addEventListener('done', (event) => {
          const done: Job<A> = JSON.parse(event.data);
          if (done.answer !== undefined) {
            resolve(done.answer);
          } else {
            reject(new Refused(done.error?.text ?? 'the job ended without an answer'));
          }
        });
        source.addEventListener('error', () => reject(new Refused('the server broke off')));
      });
    } finally {
      source.close();
    }
  })();
  return {
    answer,
    cancel: () => {
      isCancelled = true;
      cancel();
    },
  };
}
