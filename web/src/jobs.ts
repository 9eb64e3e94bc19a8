// Jobs of the server: started, watched and cancelled.

import { ApiError, BASE, type Job, type Progress, send } from './api.ts';
import type { Endpoints } from './api-schema.ts';
import { t } from './texts.ts';

/** A job that was started. */
export interface RunningJob<Answer> {
  answer: Promise<Answer>;
  /** Cancels the job and rejects its answer. */
  cancel(): void;
}

/** Milliseconds between two requests for a job whose event stream is interrupted. */
const POLL_INTERVAL = 1000;
/** The number of consecutive failed requests after which the job is given up. */
const MAX_FAILURES = 3;

/** Starts a job that calls an endpoint. */
export function startJob<Endpoint extends keyof Endpoints>(
  endpoint: Endpoint,
  request: Endpoints[Endpoint]['request'],
  onProgress: (progress: Progress) => void,
): RunningJob<Endpoints[Endpoint]['answer']> {
  const controller = new AbortController();
  const answer = (async () => {
    const job: Job<Endpoint> = await (await send('POST', `jobs/${endpoint}`, request)).json();
    const remove = () => {
      // The request fails if the job has ended meanwhile, which is fine.
      fetch(`${BASE}/jobs/${job.id}`, { method: 'DELETE', keepalive: true }).catch(() => {});
    };
    // The result cannot be fetched once the page is closed.
    addEventListener('pagehide', remove);
    try {
      return await watch<Endpoint>(job.id, onProgress, controller.signal);
    } catch (error) {
      if (controller.signal.aborted) {
        remove();
      }
      throw error;
    } finally {
      removeEventListener('pagehide', remove);
    }
  })();
  return { answer, cancel: () => controller.abort() };
}

/** Follows the events of a job to its end. Polls the job while its event stream is interrupted. */
function watch<Endpoint extends keyof Endpoints>(
  id: string,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Endpoints[Endpoint]['answer']> {
  const source = new EventSource(`${BASE}/jobs/${id}/events`);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isOver = false;
  const answer = new Promise<Endpoints[Endpoint]['answer']>((resolve, reject) => {
    const update = (job: Job<Endpoint>) => {
      if (job.state === 'waiting' || job.state === 'running') {
        if (job.progress) {
          onProgress(job.progress);
        }
      } else if (job.answer !== undefined) {
        resolve(job.answer as Endpoints[Endpoint]['answer']);
      } else {
        reject(new ApiError(job.error?.text ?? t.shell.noAnswer, job.error?.kind ?? 'unknown'));
      }
    };
    const poll = async () => {
      try {
        update(await (await send('GET', `jobs/${id}`)).json());
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures >= MAX_FAILURES) {
          reject(error);
        }
      }
      const isNeeded = !isOver && source.readyState !== EventSource.OPEN;
      timer = isNeeded ? setTimeout(poll, POLL_INTERVAL) : undefined;
    };
    const onEvent = (event: MessageEvent<string>) => update(JSON.parse(event.data));
    source.addEventListener('progress', onEvent);
    source.addEventListener('done', onEvent);
    source.addEventListener('error', () => {
      timer ??= setTimeout(poll, 0);
    });
    const cancel = () => reject(new ApiError(t.shell.stopped, 'stopped'));
    signal.addEventListener('abort', cancel);
    if (signal.aborted) {
      cancel();
    }
  });
  return answer.finally(() => {
    source.close();
    clearTimeout(timer);
    // Ends the polling after a request that is still under way.
    isOver = true;
  });
}
