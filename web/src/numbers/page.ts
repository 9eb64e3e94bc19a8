// The page Numbers: how many tours a board has, where they start, their symmetry, and one of them by its number.

import { type AnswerContent, AnswerView } from '../answer.ts';
import {
  ApiError,
  call,
  errorText,
  isAborted,
  isOffline,
  type StartsAnswer,
  solveProblem,
  stopText,
} from '../api.ts';
import { Board, thumbnail } from '../board/board.ts';
import { plainScene, type Scene, type SquareMark, tourScene } from '../board/scene.ts';
import { button, choices, fill, h, labelled, set, textInput } from '../dom.ts';
import { compact, digitsOf, fraction, grouped, sentence, timeLeft } from '../format.ts';
import { type RunningJob, startJob } from '../jobs.ts';
import { addressOf, type Page, updateAddress } from '../page.ts';
import { type Question, readQuestion, toProblem, writeQuestion } from '../question.ts';
import { boardName, questionForm } from '../question-form.ts';
import { copy } from '../share.ts';
import {
  area,
  boardText,
  fileOf,
  nameOf,
  pieceOf,
  rankOf,
  rectangle,
  type Shape,
  type Square,
  size,
  squareOf,
  squaresNamed,
  squaresOf,
} from '../squares.ts';
import { t } from '../texts.ts';
import { KNOWN, SOURCES, TIMES } from './known.ts';

const SHOWS = ['count', 'starts', 'symmetry', 'tour'] as const;
type Show = (typeof SHOWS)[number];

/** A number of tours from the tables. */
export interface KnownCount {
  count: string;
  source: string;
}

/** Returns a number from the tables. A board and the same board turned have the same number. */
export function knownCount({ shape, kind }: Question, isClasses = false): KnownCount | undefined {
  if (pieceOf(shape) !== 'knight') {
    return undefined;
  }
  const turned = { ...shape, files: shape.ranks, ranks: shape.files };
  const names = shape.holes.size === 0 && shape.surface !== 'cylinder' ? [shape, turned] : [shape];
  const wanted = isClasses ? `${kind} classes` : kind;
  for (const name of names.map(boardText)) {
    const row = KNOWN.find(([board, kind]) => board === name && kind === wanted);
    if (row) {
      return { count: row[2], source: SOURCES[row[3]] ?? '' };
    }
  }
  return undefined;
}

/** The maximum number of squares of a board whose images are drawn. */
const MAX_IMAGE_SQUARES = 144;

/** Returns the images of a path under the rotations and reflections that keep the board, each once. */
export function imagesOf(shape: Shape, path: readonly Square[], isClosed = false): Square[][] {
  const { files, ranks } = shape;
  const images = new Map<string, Square[]>();
  for (const isTurned of files === ranks ? [false, true] : [false]) {
    for (const [isLeft, isDown] of [
      [false, false],
      [true, false],
      [false, true],
      [true, true],
    ]) {
      const move = (square: Square): Square => {
        const [file, rank] = [fileOf(shape, square), rankOf(shape, square)];
        const [x, y] = isTurned ? [rank, file] : [file, rank];
        return (isDown ? ranks - 1 - y : y) * files + (isLeft ? files - 1 - x : x);
      };
      if ([...shape.holes].every((hole) => shape.holes.has(move(hole)))) {
        const image = path.map(move);
        // A tour and its reverse look alike, and so do closed tours with other starts.
        const moves = image.slice(isClosed ? 0 : 1).map((to, at) => {
          const from = image.at(isClosed ? at - 1 : at) ?? to;
          return from < to ? `${from} ${to}` : `${to} ${from}`;
        });
        images.set(moves.sort().join(), image);
      }
    }
  }
  return [...images.values()];
}

/** Says how long a count takes: a timed count of this board, or of a board that contains it, or of a smaller one. */
export function forecastText({ shape, kind }: Question, isClasses = false): string {
  const wanted = isClasses ? `${kind} classes` : kind;
  const sides = (board: string): [number, number] => {
    const [a = 0, b = 0] = board.split('x').map(Number);
    return [Math.min(a, b), Math.max(a, b)];
  };
  const runs = TIMES.filter(([board, what]) => what === wanted && /^\d+x\d+$/.test(board))
    .map(([board, , seconds]) => ({ board, sides: sides(board), seconds }))
    .sort((a, b) => a.seconds - b.seconds);
  const slowest = runs.at(-1);
  if (pieceOf(shape) !== 'knight' || shape.surface !== 'flat' || !slowest) {
    return `${t.numbers.untimed} ${t.numbers.memoryFirst}`;
  }
  const [short, long] = [Math.min(shape.files, shape.ranks), Math.max(shape.files, shape.ranks)];
  const name = (board: string) => board.replace('x', '×');
  const same = runs.find((run) => run.sides[0] === short && run.sides[1] === long);
  if (same && shape.holes.size === 0) {
    return t.numbers.known(name(same.board), t.duration(1000 * same.seconds));
  }
  const isQuick = KNOWN.some(([board, what]) => board === `${short}x${long}` && what === wanted) && !same;
  if (isQuick) {
    return t.numbers.quick(name(`${short}x${long}`));
  }
  const larger = runs.find((run) => run.sides[0] >= short && run.sides[1] >= long);
  return larger
    ? `${t.numbers.contains(name(larger.board), t.duration(1000 * larger.seconds))} ${t.numbers.memoryFirst}`
    : `${t.numbers.beyond(name(slowest.board), t.duration(1000 * slowest.seconds))} ${t.numbers.memoryFirst}`;
}

interface State {
  question: Question;
  show: Show;
  starts: StartsAnswer | undefined;
  counts: { square: string; count: string }[] | undefined;
  tour: { names: string[]; isClosed: boolean } | undefined;
  counted: Map<string, { count: string; ms: number }>;
}

export function numbersPage(): Page {
  const state: State = {
    question: { shape: rectangle(8, 8), kind: 'closed' },
    show: 'count',
    starts: undefined,
    counts: undefined,
    tour: undefined,
    counted: new Map(),
  };
  let work: AbortController | undefined;
  let job: RunningJob<unknown> | undefined;

  const board = new Board({ label: t.numbers.board, onChoose: choose });
  board.element.classList.add('can-choose');
  const answer = new AnswerView();
  const place = h('p', { class: 'bar soft' });
  const images = h('div', { class: 'images', hidden: true });
  const expected = h('p', { class: 'fine soft expected' });
  const tabs = choices<Show>(
    t.shell.numbers,
    SHOWS.map((show) => [show, t.numbers.shows[show]] as const),
    'count',
    (show) => {
      state.show = show;
      address(true);
      answerQuestion();
    },
  );
  const form = questionForm(state.question, {
    sizes: ['5x5', '6x6', '8x8', '3x10', '5x6'],
    hasEnds: false,
    onChange: (question) => {
      open(question);
      address(true);
      answerQuestion();
    },
  });
  const rank = textInput(
    (text) => {
      const digits = digitsOf(text);
      set(rank, 'aria-invalid', digits === undefined ? 'true' : null);
      if (digits !== undefined) {
        unrank(digits);
      }
    },
    { inputmode: 'numeric', placeholder: '4711' },
  );
  const tourForm = h(
    'div',
    { class: 'panel' },
    labelled(t.numbers.rank, rank),
    button(t.numbers.itsNumber, () => rankTour()),
  );
  const startsForm = h(
    'div',
    {},
    button(t.numbers.countPerStart, () => countStarts()),
  );
  const links = h('nav', { class: 'next-links', 'aria-label': t.solve.next });
  const element = h(
    'div',
    { class: 'layout' },
    h('div', { class: 'top' }, tabs.element),
    h('div', { class: 'stage' }, board.element, images, place),
    h(
      'div',
      { class: 'panel' },
      answer.element,
      expected,
      h('section', { class: 'settings', 'aria-label': t.solve.settings }, startsForm, tourForm, form.element),
      links,
    ),
  );

  function address(isNew: boolean): void {
    const query = new URLSearchParams();
    writeQuestion(query, state.question);
    query.set('show', state.show);
    updateAddress('numbers', query, isNew);
  }

  function open(question: Question): void {
    Object.assign(state, { question, starts: undefined, counts: undefined, tour: undefined });
    form.assign(question);
    const query = new URLSearchParams();
    writeQuestion(query, question);
    fill(
      links,
      h('h2', {}, t.solve.next),
      h('a', { href: addressOf('solve', query) }, t.numbers.solve),
      h('a', { href: addressOf('play', query) }, t.solve.play),
    );
  }

  function say(content: AnswerContent): void {
    answer.show(content);
  }

  function sayError(error: unknown): void {
    const isTooMuch = error instanceof ApiError && error.kind === 'too-much';
    const command = `caracole count ${boardText(state.question.shape)}${
      state.question.kind === 'any' ? '' : ` --${state.question.kind}`
    }`;
    say({
      head: t.numbers.notCounted,
      text: isOffline(error) ? t.shell.offline : sentence(errorText(error)),
      actions: isTooMuch
        ? [{ text: t.board.copyCommand, act: () => copy(command, t.solve.copied), isMain: true }]
        : [{ text: t.shell.again, act: answerQuestion, isMain: true }],
    });
  }

  const number = (digits: string) => grouped(digits, t.separators);

  function answerQuestion(): void {
    work?.abort();
    work = new AbortController();
    const { show } = state;
    tabs.assign(show);
    set(images, 'hidden', true);
    set(board.element, 'hidden', false);
    set(tourForm, 'hidden', show !== 'tour');
    set(startsForm, 'hidden', show !== 'starts');
    fill(place, '');
    fill(expected, '');
    render();
    if (show === 'count') {
      showCount();
    } else if (show === 'symmetry') {
      showSymmetry();
    } else if (show === 'tour') {
      if (state.tour) {
        rankTour();
      } else {
        sample();
      }
      return;
    }
    showStarts(show === 'starts');
  }

  /** Shows the number of tours: from the tables, from a count, or with a button that counts. */
  function showCount(): void {
    const { question, counted } = state;
    const name = boardName(question.shape);
    const kind = t.numbers.kinds[question.kind];
    const known = knownCount(question);
    const own = counted.get(keyOf(question, 'all'));
    if (known) {
      say({
        head: number(known.count),
        text: `${t.numbers.of(kind, name)} ${t.numbers.source(known.source)}`,
        actions: [{ text: t.numbers.verify, act: () => count('all') }],
      });
      forecast(false);
    } else if (own !== undefined) {
      say({ head: number(own.count), text: `${t.numbers.of(kind, name)} ${t.numbers.took(t.time(own.ms))}` });
    } else {
      say({
        head: t.numbers.unknown,
        text: t.numbers.unknownText,
        actions: [{ text: t.numbers.count, act: () => count('all'), isMain: true }],
      });
      forecast(false);
    }
  }

  function showSymmetry(): void {
    const { question, counted } = state;
    const kind = t.numbers.kinds[question.kind];
    const all = knownCount(question)?.count ?? counted.get(keyOf(question, 'all'))?.count;
    const known = knownCount(question, true);
    const own = counted.get(keyOf(question, 'class'));
    const classes = known?.count ?? own?.count;
    showImages();
    if (classes !== undefined) {
      say({
        head: number(classes),
        text: `${t.numbers.classes(all === undefined ? '' : number(all), kind)} ${
          known ? t.numbers.source(known.source) : t.numbers.took(t.time(own?.ms ?? 0))
        }`,
      });
    } else {
      say({
        head: t.numbers.unknown,
        text: t.numbers.unknownText,
        actions: [{ text: t.numbers.count, act: () => count('class'), isMain: true }],
      });
      forecast(true);
    }
  }

  /** Says how long a count may take, from timed counts of this board or of others. */
  function forecast(isClasses: boolean): void {
    fill(expected, forecastText(state.question, isClasses));
  }

  /** Draws a tour and its images under the symmetries of the board. */
  async function showImages(): Promise<void> {
    const { question } = state;
    const { shape } = question;
    if (shape.surface !== 'flat' || area(shape) > MAX_IMAGE_SQUARES) {
      return;
    }
    try {
      const outcome = await solveProblem({ ...toProblem(question), seed: 1, method: 'exact' }, work?.signal);
      if (outcome.outcome !== 'found' || question !== state.question || state.show !== 'symmetry') {
        return;
      }
      const tours = imagesOf(shape, squaresNamed(shape, outcome.squares), outcome.closed);
      fill(
        images,
        ...tours.map((path, at) =>
          thumbnail(tourScene(shape, path, outcome.closed), t.numbers.image(at + 1)),
        ),
      );
      set(images, 'hidden', false);
      set(board.element, 'hidden', true);
      fill(place, t.numbers.images(tours.length));
    } catch {
      // Without the server, the board stays.
    }
  }

  /** Counts as a job of the server. */
  async function count(by: 'all' | 'class'): Promise<void> {
    const { question } = state;
    const directed = false;
    const mine = startJob(
      'count',
      { ...toProblem(question), directed, ...(by === 'class' ? { by } : {}) },
      (progress) => {
        const left = timeLeft(progress);
        const text = t.numbers.progress(
          Math.floor(100 * progress.done),
          progress.layer[0],
          progress.layer[1],
          left === undefined ? '' : t.duration(left),
        );
        answer.say(text);
      },
    );
    job?.cancel();
    job = mine;
    answer.wait(
      (ms) => t.numbers.counting(ms),
      t.numbers.preparing,
      () => mine.cancel(),
    );
    try {
      const result = await mine.answer;
      if (result.count === null) {
        throw new Error(stopText(result) || t.numbers.notCounted);
      }
      const known = knownCount(question, by === 'class');
      state.counted.set(keyOf(question, by), { count: result.count, ms: result.stats.elapsed_ms });
      if (question !== state.question) {
        return;
      }
      fill(expected, '');
      if (known && by === 'all') {
        const took = t.numbers.took(t.time(result.stats.elapsed_ms));
        const isSame = known.count === result.count;
        say({
          head: number(result.count),
          text: `${took} ${isSame ? t.numbers.confirmed : t.numbers.differs(number(known.count))}`,
          tone: isSame ? 'good' : 'bad',
        });
      } else {
        answerQuestion();
      }
    } catch (error) {
      if (question === state.question) {
        sayError(error);
      }
    }
  }

  /** Asks for the start squares. */
  async function showStarts(isAnswer: boolean): Promise<void> {
    const { question } = state;
    const signal = work?.signal;
    if (isAnswer) {
      answer.wait(
        (ms) => t.solve.searching(ms),
        '',
        () => work?.abort(),
      );
    }
    try {
      state.starts ??= await call('starts', toProblem(question), signal);
      if (question === state.question) {
        render();
        if (isAnswer && state.starts) {
          const { count, rule, unknown } = state.starts;
          const open = unknown?.length ?? 0;
          say({
            head: t.numbers.startsHead(count, size(question.shape)),
            text: `${t.numbers.startsText[question.kind]}${open > 0 ? ` ${t.numbers.undecided(open)}` : ''}${
              rule ? ` ${t.numbers.rule(rule)}` : ''
            }`,
          });
        }
      }
    } catch (error) {
      if (!isAborted(error) && isAnswer) {
        sayError(error);
      }
    }
  }

  /** Counts the tours from each start square. */
  async function countStarts(): Promise<void> {
    const { question } = state;
    const mine = startJob('count', { ...toProblem(question), by: 'start' }, () => {});
    job = mine;
    answer.wait(
      (ms) => t.numbers.counting(ms),
      t.numbers.preparing,
      () => mine.cancel(),
    );
    try {
      const result = await mine.answer;
      if (question === state.question && result.by_start) {
        state.counts = result.by_start;
        render();
        say({ head: t.numbers.perStart, text: t.numbers.perStartText });
      }
    } catch (error) {
      if (question === state.question) {
        sayError(error);
      }
    }
  }

  /** Draws a random tour. */
  async function sample(): Promise<void> {
    const { question } = state;
    const seed = Math.floor(Math.random() * 1_000_000_000);
    answer.wait(
      (ms) => t.solve.searching(ms),
      '',
      () => work?.abort(),
    );
    try {
      const sampled = await call('sample', { ...toProblem(question), n: 1, seed }, work?.signal);
      const { tours, of, tried } = sampled;
      const names = tours[0];
      if (question !== state.question) {
        return;
      }
      if (!names || of === undefined) {
        say({ head: t.numbers.noTour, text: tried ? sentence(stopText(sampled)) : t.numbers.noTourText });
        return;
      }
      state.tour = { names, isClosed: isClosedTour(question, names) };
      render();
      say({
        head: t.numbers.oneOf(number(of)),
        text: t.numbers.sampled(String(seed)),
        actions: tourActions(),
      });
    } catch (error) {
      if (!isAborted(error)) {
        sayError(error);
      }
    }
  }

  function tourActions() {
    return [{ text: t.numbers.random, act: () => sample(), isMain: true }];
  }

  async function rankTour(): Promise<void> {
    const { question, tour } = state;
    if (!tour) {
      return;
    }
    render();
    answer.wait(
      (ms) => t.solve.searching(ms),
      '',
      () => work?.abort(),
    );
    try {
      const ranked = await call('rank', { ...toProblem(question), squares: tour.names });
      const { rank: found, of } = ranked;
      if (question !== state.question) {
        return;
      }
      if (found === null || of === null) {
        say({ head: t.numbers.notCounted, text: sentence(stopText(ranked)), actions: tourActions() });
        return;
      }
      rank.value = found;
      sayRank(found, of);
    } catch (error) {
      sayError(error);
    }
  }

  async function unrank(index: string): Promise<void> {
    const { question } = state;
    answer.wait(
      (ms) => t.solve.searching(ms),
      '',
      () => work?.abort(),
    );
    try {
      const found = await call('unrank', { ...toProblem(question), index });
      if (question !== state.question) {
        return;
      }
      if (found.outcome !== 'found' || found.of === null) {
        say({
          head: t.numbers.notCounted,
          text: 'tried' in found ? sentence(stopText(found)) : '',
          actions: tourActions(),
        });
        return;
      }
      state.tour = { names: found.squares, isClosed: found.closed };
      render();
      sayRank(found.rank, found.of);
    } catch (error) {
      sayError(error);
    }
  }

  function sayRank(rank: string, of: string): void {
    say({
      head: t.numbers.tourOf(number(rank), number(of)),
      text: t.numbers.fromZero,
      actions: tourActions(),
    });
  }

  function scene(): Scene {
    const { question, starts, counts, tour, show } = state;
    const { shape } = question;
    if (show === 'tour' && tour) {
      return tourScene(shape, squaresNamed(shape, tour.names), tour.isClosed);
    }
    if (show === 'starts' && counts) {
      return countScene(question, counts);
    }
    return starts ? startsScene(question, starts) : plainScene(shape);
  }

  function render(): void {
    board.show(scene());
    if (place.textContent === '' && board.scene.path.length === 0 && state.starts) {
      fill(place, t.numbers.legend);
    }
  }

  function choose(square: Square): void {
    const name = nameOf({ ...state.question.shape, holes: new Set() }, square);
    const label = board.scene.marks.get(square)?.label;
    const query = new URLSearchParams();
    writeQuestion(query, { ...state.question, from: square });
    fill(
      place,
      `${name}${label ? `: ${label}` : ''} `,
      state.show !== 'tour' &&
        !state.question.shape.holes.has(square) &&
        h('a', { href: addressOf('solve', query) }, t.numbers.tourFrom(name)),
    );
  }

  return {
    element,
    enter(query) {
      const question = readQuestion(query) ?? state.question;
      const show = SHOWS.find((show) => show === query.get('show'));
      const squares = query.get('squares');
      const isSame =
        toProblem(question).board === toProblem(state.question).board &&
        question.kind === state.question.kind;
      open(isSame ? { ...state.question } : { ...question, from: undefined, to: undefined });
      state.show = squares ? 'tour' : (show ?? (query.has('board') ? 'count' : state.show));
      if (squares) {
        const names = squares.split(',');
        state.tour = { names, isClosed: isClosedTour(question, names) };
      }
      if (!query.has('board')) {
        address(false);
      }
      answerQuestion();
    },
    // A count continues in the background.
    leave() {},
  };
}

function keyOf(question: Question, by: string): string {
  return JSON.stringify([toProblem(question), by]);
}

function isClosedTour({ shape, kind }: Question, names: readonly string[]): boolean {
  const path = squaresNamed(shape, names);
  return kind === 'closed' && path.length === size(shape);
}

/** Returns the scene of the start squares: rings for starts, crosses for the others. */
export function startsScene({ shape }: Question, { starts, unknown }: StartsAnswer): Scene {
  const marks = new Map<Square, SquareMark>();
  for (const square of squaresOf(shape)) {
    marks.set(square, { sign: 'losing', label: t.numbers.noStart });
  }
  for (const square of squaresNamed(shape, starts)) {
    marks.set(square, { sign: 'ring', label: t.numbers.isStart });
  }
  for (const square of squaresNamed(shape, unknown ?? [])) {
    marks.set(square, { sign: 'unknown', label: t.numbers.undecidedLabel });
  }
  return { shape, marks, path: [] };
}

/** Returns the scene of the numbers of tours from each square. */
export function countScene({ shape }: Question, counts: readonly { square: string; count: string }[]): Scene {
  const largest = counts.reduce((most, { count }) => (BigInt(most) < BigInt(count) ? count : most), '0');
  const marks = new Map<Square, SquareMark>();
  for (const { square: name, count } of counts) {
    const square = squareOf(shape, name);
    if (square !== undefined) {
      marks.set(square, {
        tint: 0.8 * fraction(count, largest),
        number: compact(count, t.separators),
        label: t.numbers.tours(grouped(count, t.separators)),
      });
    }
  }
  return { shape, marks, path: [] };
}
