// The page Compare: the same question for two to four methods, ranked by measured time.

import { call, errorText, isAborted, type Method, type Outcome, serverLimit, solveProblem } from '../api.ts';
import { Board } from '../board/board.ts';
import { plainScene, type Scene } from '../board/scene.ts';
import { button, fill, h } from '../dom.ts';
import { announce, type Page, updateAddress } from '../page.ts';
import { type Question, readQuestion, toProblem, writeQuestion } from '../question.ts';
import { boardName, questionForm } from '../question-form.ts';
import { nameOf, rectangle, size } from '../squares.ts';
import { t } from '../texts.ts';
import { solveTabs } from './page.ts';
import { Player } from './player.ts';
import { METHODS, readMethod } from './question.ts';
import { Recording } from './recording.ts';
import { outcomeScene, positionText, recordingScene, replayLength, tourRecording } from './view.ts';

const MAX_METHODS = 4;
const RUNS = 5;
/** A method that takes longer runs once. */
const SLOW_MS = 1000;

const COMPARED: readonly Method[] = METHODS.filter((method) => method !== 'auto');

/** The result of one method. */
export interface Entry {
  method: Method;
  outcome: Outcome | undefined;
  recording: Recording | undefined;
  /** The median of the runs in milliseconds. */
  ms: number;
  error: string | undefined;
}

/** Returns the middle of some numbers. */
export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
}

/** Returns true for a tour or a proof that there is none. */
export function isAnswer({ outcome }: Entry): boolean {
  return outcome !== undefined && outcome.outcome !== 'unknown';
}

/** Orders the results: answers first, by time. */
export function ranked<E extends Entry>(entries: readonly E[]): E[] {
  return [...entries].sort((a, b) => Number(isAnswer(b)) - Number(isAnswer(a)) || a.ms - b.ms);
}

/** Describes the work of a method in its own unit. */
export function workText({ method, outcome }: Entry): string {
  if (!outcome) {
    return '–';
  }
  const { steps, decisions, updates } = outcome.stats;
  if (method === 'neural') {
    return t.compare.updates(updates ?? 0);
  }
  return method === 'exact' ? t.compare.branches(decisions) : t.compare.moves(steps);
}

/** Returns true for methods that walk and backtrack. */
function walks({ method }: Entry): boolean {
  return method === 'backtracking' || method === 'backtracking-warnsdorff' || method === 'warnsdorff';
}

export function comparePage(): Page {
  let question: Question = { shape: rectangle(6, 6), kind: 'any', from: 0 };
  let methods: Method[] = COMPARED.filter((method) =>
    ['warnsdorff', 'exact', 'backtracking', 'neural'].includes(method),
  );
  let entries: Entry[] = [];
  let work: AbortController | undefined;
  let isRun = '';

  const tabs = h('div');
  const about = h('p', { class: 'soft' });
  const status = h('p', { class: 'compare-status', role: 'status' });
  const table = h('div', { class: 'scroll' });
  const boards = h('div', { class: 'lanes' });
  let lanes: { board: Board; entry: Entry }[] = [];
  const player = new Player({
    onSeek: (position) => {
      for (const { board, entry } of lanes) {
        board.show(sceneOf(entry, position));
      }
      const longest = lanes
        .map(({ entry }) => entry.recording)
        .find((r) => r && replayLength(r) === player.length);
      return longest ? positionText(longest, position) : '';
    },
  });
  const form = questionForm(question, {
    sizes: ['5x5', '6x6', '8x8'],
    onChange: (next) => {
      question = next;
      address(true);
      run();
    },
  });
  const boxes = COMPARED.map((method) => {
    const box = h('input', { type: 'checkbox', onchange: () => toggle(method, box.checked) });
    return { method, box, row: h('label', { class: 'tick' }, box, t.solve.methods[method] ?? method) };
  });
  const element = h(
    'div',
    { class: 'compare' },
    tabs,
    h('h2', { class: 'big' }, t.compare.title),
    about,
    status,
    table,
    h('p', { class: 'fine soft' }, `${t.compare.legend} ${t.compare.units}`),
    boards,
    player.element,
    h('p', { class: 'fine soft' }, `${t.compare.ribbon} ${t.compare.replayNote}`),
    h(
      'section',
      { class: 'settings two', 'aria-label': t.solve.settings },
      h('fieldset', { class: 'methods' }, h('legend', {}, t.compare.choose), ...boxes.map(({ row }) => row)),
      form.element,
    ),
  );

  function address(isNew: boolean): void {
    const query = new URLSearchParams();
    writeQuestion(query, question);
    query.set('methods', methods.join(','));
    updateAddress('compare', query, isNew);
  }

  function toggle(method: Method, isIn: boolean): void {
    methods = COMPARED.filter((other) => (other === method ? isIn : methods.includes(other)));
    address(true);
    run();
  }

  function showBoxes(): void {
    for (const { method, box } of boxes) {
      box.checked = methods.includes(method);
      box.disabled = box.checked ? methods.length <= 2 : methods.length >= MAX_METHODS;
    }
  }

  /** Runs the methods one after the other, so that they do not compete for the processor. */
  async function run(): Promise<void> {
    work?.abort();
    const mine = new AbortController();
    work = mine;
    isRun = JSON.stringify([toProblem(question), methods]);
    fill(tabs, solveTabs('compare', question));
    form.assign(question);
    showBoxes();
    const start = question.from === undefined ? '' : nameOf(question.shape, question.from);
    const limit = t.time(await serverLimit('time_ms'));
    fill(about, t.compare.about(boardName(question.shape), t.compare.kinds[question.kind], start, limit));
    entries = methods.map((method) => ({
      method,
      outcome: undefined,
      recording: undefined,
      ms: 0,
      error: undefined,
    }));
    showLanes();
    for (const [at, entry] of entries.entries()) {
      showStatus(
        t.compare.running(at + 1, entries.length, t.solve.methods[entry.method] ?? entry.method),
        true,
      );
      try {
        await measure(entry, mine.signal);
      } catch (error) {
        if (isAborted(error) || mine.signal.aborted) {
          if (work === mine) {
            showStatus(t.solve.stopped, false);
          }
          return;
        }
        entry.error = errorText(error);
      }
      show();
    }
    const order = ranked(entries).map(
      (entry) => `${t.solve.methods[entry.method]} ${isAnswer(entry) ? t.time(entry.ms) : answerText(entry)}`,
    );
    showStatus('', false);
    announce(t.compare.result(order.join(', ')));
  }

  async function measure(entry: Entry, signal: AbortSignal): Promise<void> {
    const body = { ...toProblem(question), method: entry.method };
    const times: number[] = [];
    while (times.length < RUNS && (times[0] ?? 0) < SLOW_MS) {
      const outcome = await solveProblem(body, signal);
      entry.outcome = outcome;
      times.push(outcome.stats.elapsed_ms);
    }
    entry.ms = median(times);
    if (entry.outcome) {
      entry.recording = tourRecording(entry.outcome, question.shape);
    }
    if (entry.method !== 'exact' && entry.method !== 'construct' && entry.method !== 'patch') {
      entry.recording = new Recording(await call('film', body, signal), question.shape);
    }
  }

  function showStatus(text: string, isRunning: boolean): void {
    fill(
      status,
      text,
      ' ',
      isRunning ? button(t.compare.stop, () => work?.abort()) : button(t.compare.again, () => run()),
    );
  }

  function answerText({ outcome, error }: Entry): string {
    if (!outcome) {
      return error ?? t.compare.waiting;
    }
    if (outcome.outcome === 'found') {
      return outcome.closed ? t.compare.closed : t.compare.open;
    }
    const cycles = outcome.stats.subtours ?? 0;
    return outcome.outcome === 'impossible'
      ? t.compare.impossible
      : cycles > 1
        ? t.compare.cycles(cycles)
        : t.compare.none;
  }

  function showLanes(): void {
    const order = ranked(entries);
    lanes = order.map((entry) => {
      const old = lanes.find((lane) => lane.entry.method === entry.method);
      const name = t.solve.methods[entry.method] ?? entry.method;
      return { entry, board: old?.board ?? new Board({ label: t.compare.boardOf(name), isSmall: true }) };
    });
    fill(
      boards,
      ...lanes.map(({ board, entry }, at) => {
        const name = t.solve.methods[entry.method] ?? entry.method;
        const place = isAnswer(entry) ? `${at + 1}. ` : '';
        return h(
          'section',
          { class: 'lane', 'aria-label': name },
          h('h3', {}, `${place}${name}`),
          board.element,
          h(
            'p',
            { class: 'fine soft' },
            [
              answerText(entry),
              isAnswer(entry) && t.time(entry.ms),
              entry.outcome && walks(entry) && t.compare.backtracks(entry.outcome.stats.backtracks),
            ]
              .filter(Boolean)
              .join(', '),
          ),
        );
      }),
    );
    showTable(order);
    player.load(
      Math.max(0, ...lanes.map(({ entry }) => (entry.recording ? replayLength(entry.recording) : 0))),
      size(question.shape),
    );
    if (player.length === 0) {
      for (const { board } of lanes) {
        board.show(plainScene(question.shape));
      }
    }
  }

  function show(): void {
    showLanes();
  }

  function showTable(order: readonly Entry[]): void {
    const [place, method, answer, time, workHead, backtracks] = t.compare.columns;
    const heads = [place, method, answer, time, workHead, backtracks].map((text, at) =>
      h('th', { scope: 'col', class: at > 2 ? 'number' : null }, text ?? ''),
    );
    const rows = order.map((entry, at) => {
      const { outcome } = entry;
      return h(
        'tr',
        {},
        h('td', {}, isAnswer(entry) ? String(at + 1) : '–'),
        h('th', { scope: 'row' }, t.solve.methods[entry.method] ?? entry.method),
        h('td', {}, answerText(entry)),
        h('td', { class: 'number' }, outcome ? t.time(entry.ms) : '–'),
        h('td', { class: 'number' }, workText(entry)),
        h('td', { class: 'number' }, outcome && walks(entry) ? t.count(outcome.stats.backtracks) : '–'),
      );
    });
    fill(table, h('table', {}, h('thead', {}, h('tr', {}, ...heads)), h('tbody', {}, ...rows)));
  }

  /** Returns the scene of a method at a common position. */
  function sceneOf({ recording, outcome }: Entry, position: number): Scene {
    if (!recording || !outcome) {
      return plainScene(question.shape);
    }
    if (position < replayLength(recording)) {
      return recordingScene(recording, position, false);
    }
    const scene = outcomeScene(outcome, question, undefined, recording.path(recording.length));
    return scene.path.length === 0 && recording.network(recording.length)
      ? recordingScene(recording, recording.length, false)
      : scene;
  }

  return {
    element,
    enter(query) {
      const named = (query.get('methods')?.split(',') ?? []).map(readMethod);
      const found = COMPARED.filter((method) => named.includes(method)).slice(0, MAX_METHODS);
      methods = found.length >= 2 ? found : methods;
      const read = readQuestion(query);
      // Large boards take long with backtracking, so the first question is a small one.
      question = read ?? question;
      address(false);
      if (isRun !== JSON.stringify([toProblem(question), methods])) {
        run();
      }
    },
    leave() {
      player.pause();
    },
  };
}
