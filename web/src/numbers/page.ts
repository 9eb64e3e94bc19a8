// The page Numbers: how many tours a board has, where they start, their symmetry, and one of them by its number.

import { type AnswerContent, AnswerView } from '../answer.ts';
import { ApiError, call, errorText, isAborted, isOffline, type StartsAnswer } from '../api.ts';
import { Board } from '../board/board.ts';
import { plainScene, type Scene, type SquareMark, tourScene } from '../board/scene.ts';
import { button, choices, fill, h, labelled, set, textInput } from '../dom.ts';
import { compact, digitsOf, fraction, grouped, sentence, timeLeft } from '../format.ts';
import { type RunningJob, startJob } from '../jobs.ts';
import { addressOf, type Page, updateAddress } from '../page.ts';
import { boardName, type Question, readQuestion, toProblem, writeQuestion } from '../question.ts';
import { questionForm } from '../question-form.ts';
import { copy } from '../share.ts';
import {
  boardText,
  nameOf,
  pieceOf,
  rectangle,
  type Square,
  size,
  squareOf,
  squaresNamed,
  squaresOf,
} from '../squares.ts';
import { t } from '../texts.ts';

const SHOWS = ['count', 'starts', 'symmetry', 'tour'] as const;
type Show = (typeof SHOWS)[number];

/** A number of tours from the tables. */
export interface KnownCount {
  count: string;
  source: string;
}

type Tables = typeof import('./known.ts');

/** Returns a number from the tables. A board and the same board turned have the same number. */
export function knownIn(
  { KNOWN, SOURCES }: Tables,
  { shape, kind }: Question,
  isClasses = false,
): KnownCount | undefined {
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

interface State {
  question: Question;
  show: Show;
  starts: StartsAnswer | undefined;
  counts: { square: string; count: string }[] | undefined;
  tour: { names: string[]; isClosed: boolean } | undefined;
  counted: Map<string, string>;
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
  /** The tables are a file of their own, loaded with this page. */
  let tables: Tables | undefined;
  const knownCount = (question: Question, isClasses = false) =>
    tables && knownIn(tables, question, isClasses);
  let work: AbortController | undefined;
  let job: RunningJob<unknown> | undefined;

  const board = new Board({ label: t.numbers.board, onChoose: choose });
  board.element.classList.add('can-choose');
  const answer = new AnswerView();
  const place = h('p', { class: 'bar soft' });
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
    h('div', { class: 'stage' }, board.element, place),
    h(
      'div',
      { class: 'panel' },
      answer.element,
      tabs.element,
      h('section', { class: 'settings', 'aria-label': t.solve.settings }, startsForm, tourForm, form.element),
      h('p', { class: 'fine soft' }, t.numbers.convention),
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
    set(tourForm, 'hidden', show !== 'tour');
    set(startsForm, 'hidden', show !== 'starts');
    fill(place, '');
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
    } else if (own !== undefined) {
      say({ head: number(own), text: `${t.numbers.of(kind, name)} ${t.numbers.countedHere}` });
    } else {
      say({
        head: t.numbers.unknown,
        text: t.numbers.unknownText,
        actions: [{ text: t.numbers.count, act: () => count('all'), isMain: true }],
      });
    }
  }

  function showSymmetry(): void {
    const { question, counted } = state;
    const kind = t.numbers.kinds[question.kind];
    const all = knownCount(question)?.count ?? counted.get(keyOf(question, 'all'));
    const known = knownCount(question, true);
    const classes = known?.count ?? counted.get(keyOf(question, 'class'));
    if (classes !== undefined) {
      say({
        head: number(classes),
        text: `${t.numbers.classes(all === undefined ? '' : number(all), kind)} ${
          known ? t.numbers.source(known.source) : t.numbers.countedHere
        }`,
      });
    } else {
      say({
        head: t.numbers.unknown,
        text: t.numbers.unknownText,
        actions: [{ text: t.numbers.count, act: () => count('class'), isMain: true }],
      });
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
        throw new Error(result.tried ?? t.numbers.notCounted);
      }
      const known = knownCount(question, by === 'class');
      state.counted.set(keyOf(question, by), result.count);
      if (question !== state.question) {
        return;
      }
      if (known && by === 'all') {
        const isSame = known.count === result.count;
        say({
          head: number(result.count),
          text: isSame ? t.numbers.confirmed : t.numbers.differs(number(known.count)),
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
              rule ? ` ${sentence(rule)}` : ''
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
      const { tours, of, tried } = await call('sample', { ...toProblem(question), n: 1, seed }, work?.signal);
      const names = tours[0];
      if (question !== state.question) {
        return;
      }
      if (!names || of === undefined) {
        say({ head: t.numbers.noTour, text: tried ? sentence(tried) : t.numbers.noTourText });
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
      const { rank: found, of, tried } = await call('rank', { ...toProblem(question), squares: tour.names });
      if (question !== state.question) {
        return;
      }
      if (found === null || of === null) {
        say({ head: t.numbers.notCounted, text: sentence(tried ?? ''), actions: tourActions() });
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
          text: 'tried' in found ? sentence(found.tried) : '',
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
      import('./known.ts')
        .then((loaded) => {
          tables = loaded;
        })
        .finally(answerQuestion);
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
