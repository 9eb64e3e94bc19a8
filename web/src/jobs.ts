// Work that takes a while: it is begun, tells how far it has come, and can be cancelled.

import { BASE, Refused, send } from './api.ts';
import type { CountAnswer, Job, Progress } from './wire.ts';

/** A count, or other work that takes a while. */
export interface Running<A> {
  /** What comes of it. */
  answer: Promise<A>;
  /** Ends it; the answer is then refused. */
  cancel(): void;
}

/** Between two looks at a job whose events do not come through. */
const PAUSE = 1000;
/** So often in a row the server may fail to answer before it counts as gone. */
const PATIENCE = 3;

/** Begins a job; it is told how far it has come, and can be cancelled. */
export function begin<A = CountAnswer>(
  verb: string,
  body: unknown,
  onProgress: (progress: Progress) => void,
): Running<A> {
  const end = new AbortController();
  const answer = (async () => {
    const job: Job<A> = await (await send('POST', `jobs/${verb}`, body)).json();
    const forget = () => {
      // It may have ended by itself, and then there is nothing to end.
      fetch(`${BASE}/jobs/${job.id}`, { method: 'DELETE', keepalive: true }).catch(() => {});
    };
    // Nobody can come back for it once the page is closed.
    addEventListener('pagehide', forget);
    try {
      return await watch<A>(job.id, onProgress, end.signal);
    } catch (error) {
      if (end.signal.aborted) {
        forget();
      }
      throw error;
    } finally {
      removeEventListener('pagehide', forget);
    }
  })();
  return { answer, cancel: () => end.abort() };
}

/** Follows the events of a job to its end. Where they break off the job itself is looked at. */
function watch<A>(id: string, onProgress: (progress: Progress) => void, end: AbortSignal): Promise<A> {
  const source = new EventSource(`${BASE}/jobs/${id}/events`);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silences = 0;
  let isOver = false;
  const answer = new Promise<A>((resolve, reject) => {
    const take = (job: Job<A>) => {
      if (job.state === 'waiting' || job.state === 'running') {
        if (job.progress) {
          onProgress(job.progress);
        }
      } else if (job.answer !== undefined) {
        resolve(job.answer);
      } else {
        reject(new Refused(job.error?.text ?? 'the work ended without an answer'));
      }
    };
    const look = async () => {
      try {
        take(await (await send('GET', `jobs/${id}`)).json());
        silences = 0;
      } catch (error) {
        silences += 1;
        if (silences >= PATIENCE) {
          reject(error);
        }
      }
      const isNeeded = !isOver && source.readyState !== EventSource.OPEN;
      timer = isNeeded ? setTimeout(look, PAUSE) : undefined;
    };
    const hear = (event: MessageEvent<string>) => take(JSON.parse(event.data));
    source.addEventListener('progress', hear);
    source.addEventListener('done', hear);
    source.addEventListener('error', () => {
      timer ??= setTimeout(look, 0);
    });
    const stop = () => reject(new Refused('cancelled'));
    end.addEventListener('abort', stop);
    if (end.aborted) {
      stop();
    }
  });
  return answer.finally(() => {
    source.close();
    clearTimeout(timer);
    // A look that is still under way is the last one.
    isOver = true;
  });
}
