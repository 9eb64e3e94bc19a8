// The page Solve: one question, one answer, and its replay.

import { AnswerView } from '../answer.ts';
import {
  ApiError,
  errorText,
  isAborted,
  isOffline,
  type LongestAnswer,
  type Outcome,
  serverLimit,
  solveProblem,
  stopText,
} from '../api.ts';
import { Board } from '../board/board.ts';
import { MIN_STEP_SIDE } from '../board/paint.ts';
import { plainScene, type Scene } from '../board/scene.ts';
import { checkbox, choices, fill, h, labelled, select, set, textInput } from '../dom.ts';
import { sentence } from '../format.ts';
import { startJob } from '../jobs.ts';
import { addressOf, announce, closeToast, isCurrentPage, type Page, toast, updateAddress } from '../page.ts';
import { applyTool, type Question, type Tool, toProblem, writeQuestion } from '../question.ts';
import { boardName, commandHint, questionForm } from '../question-form.ts';
import { copy, fileNameFor, openShare, saveJson } from '../share.ts';
import { area, boardOf, boardText, nameOf, type Square, size } from '../squares.ts';
import { t } from '../texts.ts';
import { Player, SPEED_TEXTS } from './player.ts';
import {
  FIRST_QUESTION,
  isOrder,
  METHODS,
  methodOptions,
  type SolveQuestion,
  solveQuery,
  solveQuestion,
  TIES,
  takesOrder,
  usesSeed,
} from './question.ts';
import type { Recording } from './recording.ts';
import {
  impossibleText,
  outcomeScene,
  positionText,
  recordingScene,
  replayLength,
  requestLongest,
  requestRecording,
  tourRecording,
} from './view.ts';

const SIZES = ['5x5', '6x6', '8x8', '10x10', '20x20'];
/** Methods whose recording shows their search. The others replay the tour. */
const SEARCHES = ['warnsdorff', 'backtracking', 'backtracking-warnsdorff', 'neural', 'ants'];
const TOOLS: readonly Tool[] = ['start', 'end', 'hole'];

interface State {
  question: SolveQuestion;
  outcome: Outcome | undefined;
  longest: LongestAnswer | undefined;
  recording: Recording | undefined;
  isRecordingOfSearch: boolean;
  hasNumbers: boolean;
  tool: Tool | undefined;
  work: AbortController | undefined;
}

/** Returns the links to the two tabs of Solve. */
export function solveTabs(current: 'solve' | 'compare', question: Question): HTMLElement {
  const query = new URLSearchParams();
  writeQuestion(query, question);
  const tab = (page: 'solve' | 'compare', text: string) =>
    h('a', { href: addressOf(page, query), 'aria-current': page === current ? 'page' : null }, text);
  return h(
    'nav',
    { class: 'subtabs', 'aria-label': t.shell.solve },
    tab('solve', t.solve.tab),
    tab('compare', t.solve.compareTab),
  );
}

export function solvePage(): Page {
  const state: State = {
    question: FIRST_QUESTION,
    outcome: undefined,
    longest: undefined,
    recording: undefined,
    isRecordingOfSearch: false,
    hasNumbers: false,
    tool: undefined,
    work: undefined,
  };
  /** The time of the last edit by dragging: one drag is one entry of the history. */
  let paintedAt = 0;

  const board = new Board({
    label: t.solve.board,
    onChoose: choose,
    onKey: pressed,
    onPaint: (square) => {
      if (state.tool === 'hole') {
        edit(square, performance.now() - paintedAt < 1000);
        paintedAt = performance.now();
      }
    },
  });
  const answer = new AnswerView();
  const player = new Player({
    onSeek: (position) => {
      board.show(sceneAt(position));
      return state.recording ? positionText(state.recording, position) : '';
    },
    onReplay: () => {
      replay();
      return false;
    },
  });
  const tabs = h('div', { class: 'top' });
  const form = questionForm(FIRST_QUESTION, {
    sizes: SIZES,
    onChange: (question) => ask({ ...state.question, ...question }, 'push'),
  });
  const tools = choices<Tool | 'none'>(
    t.board.edit,
    [['none', t.board.done] as const, ...TOOLS.map((tool) => [tool, t.board.tools[tool]] as const)],
    'none',
    (tool) => setTool(tool === 'none' ? undefined : tool),
  );
  const toolTip = h('p', { class: 'fine soft' });
  const method = select(
    METHODS.map((method) => [method, t.solve.methods[method] ?? method] as const),
    'auto',
    (method) => ask({ ...state.question, method }, 'push'),
  );
  const about = h('p', { class: 'fine soft' });
  const tie = select(
    TIES.map((tie) => [tie, t.solve.ties[tie] ?? tie] as const),
    'first',
    (tie) => ask({ ...state.question, tie }, 'push'),
  );
  const orderNote = h('p', { class: 'error', role: 'alert' });
  const order = textInput(
    (text) => {
      const isRight = text === '' || isOrder(text);
      fill(orderNote, isRight ? '' : t.solve.orderError);
      set(order, 'aria-invalid', isRight ? null : 'true');
      if (isRight) {
        ask({ ...state.question, order: text }, 'push');
      }
    },
    { inputmode: 'numeric', placeholder: '12345678' },
  );
  const seed = textInput(
    (text) => {
      const number = Math.floor(Number(text));
      const isRight = Number.isSafeInteger(number) && number >= 0;
      set(seed, 'aria-invalid', isRight ? null : 'true');
      if (isRight) {
        ask({ ...state.question, seed: number }, 'push');
      }
    },
    { inputmode: 'numeric' },
  );
  const tieField = labelled(t.solve.tie, tie);
  const orderField = labelled(t.solve.order, order, orderNote);
  const seedField = labelled(t.solve.seed, seed);
  const more = h(
    'details',
    {},
    h('summary', {}, t.solve.more),
    h('div', { class: 'panel' }, tieField, orderField, seedField),
  );
  const numbersNote = h('p', { class: 'fine soft', hidden: true }, t.board.tooSmall);
  const numbers = checkbox(t.board.numbers, false, setNumbers);
  const speed = choices(t.player.speed, SPEED_TEXTS, '1', (value) => {
    player.speed = value;
  });
  const hints = h('div');
  const next = h('nav', { class: 'next-links', 'aria-label': t.solve.next });
  const element = h(
    'div',
    { class: 'layout' },
    tabs,
    h('div', { class: 'stage' }, board.element, player.element),
    h(
      'div',
      { class: 'panel' },
      answer.element,
      h(
        'section',
        { class: 'settings', 'aria-label': t.solve.settings },
        form.element,
        h('div', { class: 'field' }, h('span', { class: 'label' }, t.board.edit), tools.element, toolTip),
        labelled(t.solve.method, method, about),
        more,
        h('div', { class: 'field' }, h('span', { class: 'label' }, t.player.speed), speed.element),
        numbers,
        numbersNote,
        hints,
      ),
      next,
    ),
  );

  /** Shows the question in the form. */
  function showQuestion(): void {
    const { question } = state;
    fill(tabs, solveTabs('solve', question));
    form.assign(question);
    method.value = question.method;
    tie.value = question.tie;
    order.value = question.order;
    seed.value = String(question.seed);
    fill(about, t.solve.abouts[question.method] ?? '');
    tieField.hidden = question.method !== 'warnsdorff';
    orderField.hidden = !takesOrder(question);
    seedField.hidden = !usesSeed(question);
    more.hidden = tieField.hidden && orderField.hidden && seedField.hidden;
    const board = boardText(question.shape);
    fill(
      hints,
      commandHint(t.board.several, `caracole solve ${board} --knights 2`),
      commandHint(t.board.graphs, `caracole graph ${board}`),
    );
    const query = new URLSearchParams();
    writeQuestion(query, question);
    const count = new URLSearchParams(query);
    for (const name of ['from', 'to']) {
      count.delete(name);
    }
    fill(
      next,
      h('h2', {}, t.solve.next),
      h('a', { href: addressOf('play', query) }, t.solve.play),
      h('a', { href: addressOf('compare', query) }, t.solve.compare),
      h('a', { href: addressOf('numbers', count) }, t.solve.count),
    );
  }

  /** Answers a question. A new one is pushed to the history of the browser. */
  async function ask(
    question: SolveQuestion,
    how: 'push' | 'replace' | 'none',
    { isReplayed = false, isLong = false } = {},
  ): Promise<void> {
    stopWork();
    const isOtherShape = question.shape !== state.question.shape;
    state.question = question;
    showQuestion();
    if (how !== 'none') {
      updateAddress('solve', solveQuery(question), how === 'push');
    }
    const limit = await serverLimit('squares');
    if (area(question.shape) > limit) {
      showTooLarge(limit);
      return;
    }
    const work = new AbortController();
    state.work = work;
    player.pause();
    answer.wait(t.solve.searching, t.solve.waiting, () => stop());
    const slow = setTimeout(() => board.setWaiting(true), 300);
    try {
      const body = { ...toProblem(question), ...methodOptions(question) };
      const outcome = isLong ? await solveLong(body, work.signal) : await solveProblem(body, work.signal);
      const longest = await requestLongest(question, outcome, work.signal);
      const recording =
        outcome.outcome === 'unknown' && outcome.stopped_by === 'heuristic'
          ? await requestRecording(question, work.signal)
          : undefined;
      if (work.signal.aborted) {
        return;
      }
      Object.assign(state, { outcome, longest, recording, isRecordingOfSearch: recording !== undefined });
      showAnswer(isOtherShape);
      if (isReplayed && isCurrentPage('solve')) {
        replay();
      }
    } catch (error) {
      if (!isAborted(error) && !work.signal.aborted) {
        showError(error);
      }
    } finally {
      clearTimeout(slow);
      if (state.work === work) {
        state.work = undefined;
        board.setWaiting(false);
      }
    }
  }

  async function solveLong(body: Parameters<typeof solveProblem>[0], signal: AbortSignal): Promise<Outcome> {
    const job = startJob('solve', body, () => {});
    signal.addEventListener('abort', job.cancel);
    return (await job.answer) as Outcome;
  }

  function stopWork(): void {
    state.work?.abort();
    state.work = undefined;
    board.setWaiting(false);
    answer.rest();
  }

  function stop(): void {
    stopWork();
    answer.show({
      head: t.solve.stopped,
      text: t.solve.stoppedText,
      actions: [{ text: t.solve.search, act: () => ask(state.question, 'none'), isMain: true }],
    });
  }

  function showError(error: unknown): void {
    const isMethod = error instanceof ApiError && error.kind === 'contradiction';
    const { method } = state.question;
    const useAuto = { text: t.solve.useAuto, act: () => askAuto(), isMain: true };
    const again = { text: t.shell.again, act: () => ask(state.question, 'none'), isMain: true };
    answer.show({
      head: t.solve.failedHead,
      text: isOffline(error) ? t.shell.offline : sentence(errorText(error)),
      actions: isMethod && method !== 'auto' ? [useAuto] : isOffline(error) ? [again] : [],
    });
    state.outcome = undefined;
    state.recording = undefined;
    board.show(plainScene(state.question.shape));
    player.load(0, 0);
  }

  function askAuto(): void {
    ask({ ...state.question, method: 'auto', tie: 'first', order: '', seed: 0 }, 'push');
  }

  function showTooLarge(limit: number): void {
    const command = `caracole solve ${boardText(state.question.shape)}`;
    answer.show({
      head: t.solve.tooLarge,
      text: t.solve.tooLargeText(size(state.question.shape), limit, command),
      actions: [{ text: t.board.copyCommand, act: () => copy(command, t.solve.copied), isMain: true }],
    });
    player.load(0, 0);
  }

  /** Returns the scene of the answer. */
  function answerScene(): Scene {
    const { outcome, question, longest, recording } = state;
    if (!outcome) {
      return plainScene(question.shape);
    }
    const scene = outcomeScene(outcome, question, longest, recording?.path(recording.length) ?? []);
    const network = recording?.network(recording.length);
    if (network && scene.path.length === 0 && recording) {
      return recordingScene(recording, recording.length, false);
    }
    return { ...scene, hasNumbers: state.hasNumbers };
  }

  function sceneAt(position: number): Scene {
    const { recording } = state;
    if (!recording || position >= player.length) {
      return answerScene();
    }
    const isWarnsdorff = state.question.method === 'warnsdorff' && state.isRecordingOfSearch;
    return { ...recordingScene(recording, position, isWarnsdorff), hasNumbers: state.hasNumbers };
  }

  function showAnswer(isOtherShape: boolean): void {
    const { outcome, question } = state;
    if (!outcome) {
      return;
    }
    if (!state.recording && outcome.outcome === 'found') {
      state.recording = tourRecording(outcome, question.shape);
    }
    const scene = answerScene();
    if (isOtherShape) {
      board.show(scene);
    } else {
      board.crossFade(scene);
    }
    const length = state.recording ? replayLength(state.recording) : 0;
    player.load(length, state.isRecordingOfSearch ? size(question.shape) : length);
    if (outcome.outcome === 'found') {
      showFound(outcome);
    } else if (outcome.outcome === 'impossible') {
      showImpossible(outcome);
    } else {
      showUnknown(outcome);
    }
    showNumbersNote();
  }

  function showFound(outcome: Extract<Outcome, { outcome: 'found' }>): void {
    const { question } = state;
    const { elapsed_ms, backtracks } = outcome.stats;
    const isRule = question.method === 'warnsdorff';
    const squares = outcome.squares.length;
    answer.show({
      head: outcome.closed ? t.solve.closedFound : t.solve.openFound,
      text: isRule
        ? t.solve.ruleFound(t.solve.abouts.warnsdorff ?? '', squares, backtracks)
        : t.solve.found(squares, elapsed_ms),
      voice: t.solve.announceFound(outcome.closed, squares),
      actions: [
        {
          text: t.solve.save,
          act: () => openShare({ scene: answerScene(), problem: toProblem(question), answer: outcome }),
        },
        { text: t.solve.another, act: another },
      ],
    });
  }

  /** Asks for another tour of the same question. */
  function another(): void {
    const { question } = state;
    const seed = 1 + Math.floor(Math.random() * 1_000_000);
    const isFixed = question.method === 'backtracking' || question.method === 'backtracking-warnsdorff';
    const method = isFixed ? 'exact' : question.method;
    const tie = method === 'warnsdorff' ? 'random' : question.tie;
    ask({ ...question, method, tie, seed }, 'push');
  }

  function showImpossible(outcome: Extract<Outcome, { outcome: 'impossible' }>): void {
    const { question } = state;
    const proof = outcome.certificate;
    const name = fileNameFor('proof', boardText(question.shape), 'json');
    const saveProof = { text: t.solve.saveProof, act: () => saveJson(proof, name) };
    const content = {
      head: t.solve.impossible,
      text: impossibleText(outcome, question, state.longest),
    };
    answer.show({ ...content, actions: proof ? [saveProof] : [] });
    helpfulChange(question).then((change) => {
      if (change && state.outcome === outcome && state.question === question) {
        const act = () => ask(change.question, 'push');
        const first = { text: change.text, act, isMain: true };
        answer.show({ ...content, actions: proof ? [first, saveProof] : [first] });
      }
    });
  }

  function showUnknown(outcome: Extract<Outcome, { outcome: 'unknown' }>): void {
    const { question, recording } = state;
    const name = t.solve.methods[question.method] ?? question.method;
    const useAuto = { text: t.solve.useAuto, act: askAuto, isMain: true };
    const visited = recording?.path(recording.length).length ?? 0;
    const isLimit = outcome.stopped_by === 'time';
    const texts: Record<string, string> = {
      heuristic: visited > 0 ? t.solve.stuck(name, visited, size(question.shape)) : t.solve.failed(name),
      memory: t.solve.memory,
      unsupported: t.solve.unsupported(name),
    };
    const tieAction = {
      text: t.solve.otherTie,
      act: () => ask({ ...question, tie: 'random', seed: 1 + Math.floor(Math.random() * 1_000_000) }, 'push'),
    };
    const show = (text: string) =>
      answer.show({
        head: t.solve.noAnswer,
        text,
        actions: isLimit
          ? [{ text: t.solve.longer, act: () => ask(question, 'none', { isLong: true }), isMain: true }]
          : question.method === 'warnsdorff'
            ? [useAuto, tieAction]
            : question.method === 'auto'
              ? []
              : [useAuto],
      });
    if (isLimit) {
      serverLimit('time_ms').then((ms) => show(t.solve.limit(ms)));
    } else {
      show(texts[outcome.stopped_by] ?? sentence(stopText(outcome)));
    }
  }

  /** Replays the answer. The recording of a search is loaded first. */
  async function replay(): Promise<void> {
    const { question, outcome } = state;
    if (!outcome || player.isPlaying) {
      return;
    }
    if (SEARCHES.includes(question.method) && !state.isRecordingOfSearch) {
      player.say(t.player.loading);
      const work = new AbortController();
      state.work = work;
      try {
        const recording = await requestRecording(question, work.signal);
        if (state.outcome !== outcome) {
          return;
        }
        state.recording = recording;
        state.isRecordingOfSearch = !recording.isTour;
        player.load(replayLength(recording), size(question.shape));
        if (recording.answer.cut) {
          toast(t.player.cut);
        }
      } catch (error) {
        if (!isAborted(error)) {
          toast(t.player.recordingFailed(errorText(error)));
        }
        return;
      }
    }
    player.seek(player.length);
    player.play();
  }

  function setTool(tool: Tool | undefined): void {
    state.tool = tool;
    tools.assign(tool ?? 'none');
    fill(toolTip, tool ? t.board.toolTips[tool] : '');
    board.element.classList.toggle('can-choose', tool !== undefined);
    board.element.style.touchAction = tool === 'hole' ? 'none' : '';
    announce(tool ? t.board.toolTips[tool] : t.board.done);
  }

  function edit(square: Square, isSameDrag: boolean): void {
    const { tool, question } = state;
    const next = tool && applyTool(question, tool, square);
    if (!next || next === question) {
      return;
    }
    ask({ ...question, ...next }, isSameDrag ? 'replace' : 'push');
    toast(editText(tool, next, square), { text: t.shell.undo, act: () => ask(question, 'push') });
  }

  function choose(square: Square): void {
    if (state.tool) {
      edit(square, false);
      return;
    }
    const { path } = board.scene;
    const at = path.indexOf(square);
    const { shape } = state.question;
    const name = nameOf(shape, square);
    const nameAt = (step: number) => (path[step] === undefined ? undefined : nameOf(shape, path[step]));
    const text =
      at < 0 ? t.board.readEmpty(name) : t.board.read(name, at + 1, nameAt(at - 1), nameAt(at + 1));
    player.say(text);
    announce(text);
  }

  function pressed(key: string): boolean {
    const letter = key.toLowerCase();
    const tool = TOOLS.find((tool) => tool[0] === letter);
    if (tool) {
      setTool(state.tool === tool ? undefined : tool);
    } else if (letter === 'n') {
      setNumbers(!state.hasNumbers);
    } else if (key === ' ' && !state.tool) {
      player.toggle();
    } else if (key === ',' || key === '.') {
      player.step(key === ',' ? -1 : 1);
    } else if (key === 'Escape') {
      if (!player.skip()) {
        setTool(undefined);
        closeToast();
      }
    } else {
      return false;
    }
    return true;
  }

  function setNumbers(hasNumbers: boolean): void {
    state.hasNumbers = hasNumbers;
    const box = numbers.querySelector('input');
    if (box) {
      box.checked = hasNumbers;
    }
    showNumbersNote();
    board.show(sceneAt(player.position));
  }

  function showNumbersNote(): void {
    const box = board.element.clientWidth;
    const { files, ranks } = state.question.shape;
    numbersNote.hidden = !state.hasNumbers || box / (Math.max(files, ranks) + 0.5) >= MIN_STEP_SIDE;
  }

  return {
    element,
    enter(query) {
      const question = solveQuestion(query);
      const isReplayed = query.get('replay') === '1' || query.get('go') === '1';
      const isSame =
        state.outcome !== undefined &&
        solveQuery(question).toString() === solveQuery(state.question).toString();
      if (isSame && !isReplayed && query.has('board')) {
        return;
      }
      if (!query.has('board') && state.outcome) {
        updateAddress('solve', solveQuery(state.question));
        return;
      }
      ask(question, query.has('board') ? 'none' : 'replace', { isReplayed });
    },
    leave() {
      player.pause();
    },
    onKey: (event) => event.key === 'Escape' && player.skip(),
  };
}

function editText(tool: Tool, { shape, from, to }: Question, square: Square): string {
  const name = nameOf({ ...shape, holes: new Set() }, square);
  const { edited } = t.board;
  if (tool === 'hole') {
    return shape.holes.has(square) ? edited.hole(name) : edited.noHole(name);
  }
  return tool === 'start'
    ? from === undefined
      ? edited.noStart
      : edited.start(name)
    : to === undefined
      ? edited.noEnd
      : edited.end(name);
}

/** Returns the smallest change of a question that has a tour. */
async function helpfulChange(
  question: SolveQuestion,
): Promise<{ text: string; question: SolveQuestion } | undefined> {
  const plain = { method: 'auto', tie: 'first', order: '', seed: 0 } as const;
  const changes: { text: string; question: SolveQuestion }[] = [];
  const add = (text: string, change: Partial<SolveQuestion>) =>
    changes.push({ text, question: { ...question, ...plain, ...change } });
  if (question.to !== undefined) {
    add(t.solve.anyEnd, { to: undefined });
  }
  if (question.from !== undefined) {
    add(t.solve.anyStart, { from: undefined });
  }
  if (question.kind !== 'any') {
    add(question.kind === 'closed' ? t.solve.allowOpen : t.solve.allowClosed, { kind: 'any' });
  }
  for (const board of ['5x5', '6x6', '8x8']) {
    const shape = boardOf(board, question.shape.leapers);
    if (size(shape) > size(question.shape)) {
      add(t.solve.larger(boardName(shape)), { shape, from: undefined, to: undefined });
    }
  }
  for (const change of changes) {
    try {
      const outcome = await solveProblem(toProblem(change.question));
      if (outcome.outcome === 'found') {
        return change;
      }
    } catch {
      return undefined;
    }
  }
  return undefined;
}
