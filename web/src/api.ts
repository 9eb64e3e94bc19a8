// Requests to the server, and the types of the API.

import type { Endpoints, Schemas } from './api-schema.ts';
import { t } from './texts.ts';

export type Advice = Schemas['Advice'];
export type CheckAnswer = Schemas['Check'];
export type CountAnswer = Schemas['Count'];
export type RecordingAnswer = Schemas['Film'];
export type Impossible = Schemas['Impossible'];
export type Judgement = Advice['moves'][number]['judgement'];
export type Outcome = Schemas['Outcome'];
export type Problem = Schemas['Problem'];
export type Progress = Schemas['Progress'];
export type PuzzleAnswer = Schemas['Puzzle'];
export type Reason = Schemas['Reason'];
export type LongestAnswer = Schemas['Longest'];
export type StartsAnswer = Schemas['Starts'];
export type UniqueAnswer = Schemas['Unique'];

/** A job with the answer of its endpoint. */
export type Job<Endpoint extends keyof Endpoints> = Omit<Schemas['Job'], 'answer'> & {
  answer?: Endpoints[Endpoint]['answer'];
};

/** The method and its settings in a request. */
export type MethodOptions = Pick<Endpoints['solve']['request'], 'method' | 'tie' | 'order' | 'seed'>;
export type Method = NonNullable<MethodOptions['method']>;
export type TieBreak = NonNullable<MethodOptions['tie']>;

/** An error response, or no response. */
export class ApiError extends Error {
  /** The kind of the error: one of the API, or `offline` if the server does not respond. */
  readonly kind: string;

  constructor(text: string, kind: string) {
    super(text);
    this.kind = kind;
  }
}

/** Returns true if the server does not respond. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'offline';
}

export const BASE = './api/v1';

/** Returns true if a request was aborted by the page. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Returns the text to show for an error. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) {
    return t.errors[error.kind]?.(error.message) ?? error.message;
  }
  return error instanceof Error ? error.message : String(error);
}

/** Returns the text to show for work that ended without an answer. */
export function stopText(answer: { stopped_by?: string; tried?: string }): string {
  return t.stops[answer.stopped_by ?? '']?.() ?? answer.tried ?? '';
}

/** The times in seconds after which a request to a busy server is sent again. */
const RETRY_SECONDS = [1, 2, 4, 8];

/** Sends a request. Waits while the server is busy. Throws an `ApiError` if the response is an error. */
export async function send(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  for (const seconds of [...RETRY_SECONDS, 0]) {
    const response = await request(method, path, body, signal);
    if (response.ok) {
      return response;
    }
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy || seconds === 0) {
      const answer: Partial<Schemas['Error']> | undefined = await response.json().catch(() => undefined);
      const text = answer?.error?.text ?? t.shell.badAnswer(response.status);
      throw new ApiError(text, answer?.error?.kind ?? 'unknown');
    }
    const after = Number(response.headers.get('Retry-After')) || seconds;
    document.dispatchEvent(new CustomEvent('serverbusy', { detail: after }));
    await new Promise((resolve) => setTimeout(resolve, 1000 * after));
    signal?.throwIfAborted();
  }
  throw new ApiError(t.shell.noAnswer, 'busy');
}

async function request(
  method: string,
  path: string,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    return await fetch(`${BASE}/${path}`, {
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
    throw new ApiError(t.shell.noAnswer, 'offline');
  }
}

/** Calls an endpoint that answers with JSON. */
export async function call<Endpoint extends Exclude<keyof Endpoints, FileEndpoint>>(
  endpoint: Endpoint,
  request: Endpoints[Endpoint]['request'],
  signal?: AbortSignal,
): Promise<Endpoints[Endpoint]['answer']> {
  return (await send('POST', endpoint, request, signal)).json();
}

/** The limits of a server, before it has said its own. */
const USUAL_LIMITS: Record<string, number> = { time_ms: 8000, job_time_ms: 600_000, squares: 250_000 };

let about: Promise<Schemas['About'] | undefined> | undefined;

/** Returns the description of the server, or undefined if it does not respond. */
export function serverAbout(): Promise<Schemas['About'] | undefined> {
  about ??= fetch(BASE)
    .then((response): Promise<Schemas['About']> => response.json())
    .catch(() => {
      about = undefined;
      return undefined;
    });
  return about;
}

/** Returns a limit of the server. */
export async function serverLimit(name: 'time_ms' | 'job_time_ms' | 'squares'): Promise<number> {
  return (await serverAbout())?.limits[name] ?? USUAL_LIMITS[name] ?? 0;
}

/** Solves a problem for one knight. */
export async function solveProblem(
  request: Endpoints['solve']['request'],
  signal?: AbortSignal,
): Promise<Outcome> {
  // Only a problem for several knights has another kind of answer.
  return (await call('solve', request, signal)) as Outcome;
}

type FileEndpoint = 'draw' | 'puzzle-sheet';

/** Calls an endpoint that answers with a file. */
export async function callForFile<Endpoint extends FileEndpoint>(
  endpoint: Endpoint,
  request: Endpoints[Endpoint]['request'],
): Promise<Blob> {
  return (await send('POST', endpoint, request)).blob();
}
