// The page Puzzles: solve one, make one by grade, write one, print several.

import { AnswerView } from '../answer.ts';
import { call, errorText, isAborted, isOffline, type PuzzleAnswer, solveProblem } from '../api.ts';
import type { Endpoints } from '../api-schema.ts';
import { Board, thumbnail } from '../board/board.ts';
import type { Scene, SquareMark } from '../board/scene.ts';
import { button, checkbox, choices, fill, h, iconButton, labelled, select, set, textInput } from '../dom.ts';
import { sentence } from '../format.ts';
import { addressOf, announce, type Page, updateAddress } from '../page.ts';
import { Clock } from '../play/clock.ts';
import {
  type Task,
  taskFromProblem,
  taskFromQuery,
  taskToProblem,
  taskToQuery,
  withClues,
} from '../play/task.ts';
import type { Question } from '../question.ts';
import { boardName, questionForm } from '../question-form.ts';
import { store, stored } from '../settings.ts';
import { copy } from '../share.ts';
import {
  boardOf,
  boardText,
  type Leaper,
  movesFrom,
  nameOf,
  PIECES,
  pieceOf,
  type Shape,
  type Square,
  size,
  squaresNamed,
} from '../squares.ts';
import { t } from '../texts.ts';
import { boardFor, FILLER, lettersOf, lettersText, readLetters } from './letters.ts';
import {
  conflicts,
  enter as enterNumber,
  entriesText,
  mark,
  newPuzzle,
  numberAt,
  type Puzzle,
  solvedPath,
  squaresByNumber,
  withEntries,
} from './puzzle.ts';

type Tab = 'puzzles' | 'make-puzzle' | 'write-puzzle' | 'print-puzzles' | 'letter-puzzle';
type Grade = PuzzleAnswer['grade'] | 'any';
const GRADES: readonly Grade[] = ['any', 'easy', 'medium', 'hard', 'fiendish'];
/** The number of puzzles that are tried for a grade. */
const MAX_ATTEMPTS = 60;
/** The number of attempts after which harder grades are tried with as few clues as possible. */
const PLAIN_ATTEMPTS = 20;
const SAVED = 'caracole.puzzles';
/** The number of puzzles under way that are kept. */
const MAX_SAVED = 20;
/** The time in which a typed digit continues a number. */
const TYPING_MS = 1500;

/** The kinds of puzzles by their pieces: Hidato is a king's path, Numbrix a wazir's. */
const FAMILIES = ['knight', 'king', 'wazir'] as const;
type Family = (typeof FAMILIES)[number];

/** The first puzzle of each kind, which needs no server. */
const FIRST: Record<Family, Task> = {
  knight: puzzleOf('knight', 'c3=1 b4=15 e1=19 c2=20 a1=21 e5=25'),
  king: puzzleOf('king', 'd5=1 a5=4 c3=7 c4=8 e4=12 e2=17 c1=20 a2=23 a3=25'),
  wazir: puzzleOf('wazir', 'e1=1 c1=3 a3=7 d4=13 d3=14 e2=16 e5=19 a4=24 a5=25'),
};

function puzzleOf(family: Family, clues: string): Task {
  return withClues(
    { shape: boardOf('5x5', PIECES[family]), kind: 'any', clues: new Map() },
    clues.split(' ').map((clue) => {
      const [square = '', step] = clue.split('=');
      return [square, Number(step)] as const;
    }),
  );
}

/** Returns the kind of puzzles on a board, or undefined for other pieces. */
function familyOf(shape: Shape): Family | undefined {
  return FAMILIES.find((family) => family === pieceOf(shape));
}

/** Returns the rule of a puzzle in one sentence. */
function ruleOf(shape: Shape): string {
  return t.puzzles.rules[familyOf(shape) ?? 'other'];
}

/** Returns the marks of clues. */
export function clueMarks(task: Task): Map<Square, SquareMark> {
  const marks = new Map<Square, SquareMark>();
  for (const [square, step] of task.clues) {
    marks.set(square, { clue: String(step), label: t.puzzles.clue(step) });
  }
  return marks;
}

/** Returns the saved puzzle of a task, or a new one. */
function savedPuzzle(task: Task): Puzzle {
  const text = stored(SAVED)[taskToQuery(task).toString()];
  return typeof text === 'string' ? withEntries(task, text) : newPuzzle(task);
}

function savePuzzle(puzzle: Puzzle): void {
  const key = taskToQuery(puzzle.task).toString();
  const saved = stored(SAVED);
  delete saved[key];
  const text = entriesText(puzzle);
  if (text !== '' && !solvedPath(puzzle)) {
    saved[key] = text;
  }
  store(SAVED, Object.fromEntries(Object.entries(saved).slice(-MAX_SAVED)));
}

interface State {
  tab: Tab;
  puzzle: Puzzle;
  before: Puzzle[];
  selected: Square | undefined;
  hasPencil: boolean;
  /** The squares that a check marked. */
  wrong: ReadonlySet<Square>;
  solution: readonly Square[] | undefined;
  hints: number;
  isSolved: boolean;
  grade: string;
  /** The number that is being typed, and the puzzle that is written before its first digit. */
  typed: { square: Square; text: string; at: number; draft: Task } | undefined;
  /** The puzzle that is written. */
  draft: Task;
  differing: ReadonlySet<Square>;
}

/** A puzzle that was made. */
interface Made {
  task: Task;
  grade: PuzzleAnswer['grade'];
  solution: Square[];
}

/** Requests a puzzle of a grade. Several are tried. */
async function makePuzzle(
  { shape, kind }: Question,
  options: Pick<Endpoints['puzzle-make']['request'], 'minimal' | 'symmetric' | 'hide_ends'>,
  grade: Grade,
  signal: AbortSignal,
): Promise<Made | undefined> {
  const request = { ...taskToProblem({ shape, kind, clues: new Map() }), ...options };
  for (let attempt = 0; attempt < (grade === 'any' ? 1 : MAX_ATTEMPTS); attempt += 1) {
    const seed = Math.floor(Math.random() * 2 ** 32);
    const isMinimal = request.minimal || (attempt >= PLAIN_ATTEMPTS && grade !== 'easy');
    const made = await call('puzzle-make', { ...request, minimal: isMinimal, seed }, signal);
    if ('outcome' in made) {
      return undefined;
    }
    if (grade === 'any' || made.grade === grade) {
      const task = taskFromProblem(made.problem, shape.leapers);
      return { task, grade: made.grade, solution: squaresNamed(task.shape, made.solution) };
    }
  }
  return undefined;
}

export function puzzlesPage(): Page {
  const state: State = {
    tab: 'puzzles',
    puzzle: savedPuzzle(FIRST.knight),
    before: [],
    selected: undefined,
    hasPencil: false,
    wrong: new Set(),
    solution: undefined,
    hints: 0,
    isSolved: false,
    grade: '',
    typed: undefined,
    draft: { shape: boardOf('5x5'), kind: 'any', clues: new Map() },
    differing: new Set(),
  };
  const clock = new Clock();
  let work: AbortController | undefined;
  let dragged: Square | undefined;

  const board = new Board({
    label: t.puzzles.board,
    onChoose: (square) => select_(square),
    onPaint: (square) => drawn(square),
    isDraggable: (square) => state.tab === 'puzzles' && numberAt(state.puzzle, square) !== undefined,
    onHold: (square) => {
      setPencil(!state.hasPencil);
      select_(square);
    },
    onKey: pressed,
  });
  board.element.classList.add('can-choose');
  const answer = new AnswerView();
  const tabs = h('nav', { class: 'subtabs', 'aria-label': t.shell.puzzles });
  const families = select<Family>(
    FAMILIES.map((family) => [family, t.puzzles.families[family]] as const),
    'knight',
    chooseFamily,
  );
  set(families, 'aria-label', t.puzzles.family);
  const undoButton = iconButton('undo', t.play.undo, undo);
  const pencilButton = iconButton('pencil', t.puzzles.pencil, () => setPencil(!state.hasPencil));
  const checkButton = iconButton('check', t.puzzles.check, check);
  const hintButton = iconButton('hint', t.play.hint, hint);
  const bar = h(
    'div',
    { class: 'bar four', role: 'group', 'aria-label': t.play.controls },
    undoButton,
    pencilButton,
    checkButton,
    hintButton,
  );
  const task = h('div', { class: 'task' });
  const pad = h('div', { class: 'pad', role: 'group', 'aria-label': t.puzzles.pad });
  const links = h(
    'div',
    { class: 'row' },
    button(t.share.link, () => copy(location.href, t.share.linkCopied)),
    button(t.share.print, () => print()),
    button(t.puzzles.empty, () => change(newPuzzle(state.puzzle.task))),
  );

  // Making by grade.
  let wish: Question = { shape: boardOf('5x5'), kind: 'any' };
  const options = { minimal: false, symmetric: false, hide_ends: false };
  let grade: Grade = 'easy';
  const form = questionForm(wish, {
    sizes: ['5x5', '6x6', '7x7', '8x8'],
    hasEnds: false,
    hasPiece: false,
    onChange: (question) => {
      wish = question;
      state.draft = { shape: question.shape, kind: question.kind, clues: new Map() };
      if (state.tab === 'write-puzzle') {
        judgeDraft();
        render();
      } else {
        remake();
      }
    },
  });
  const makeForm = h(
    'div',
    { class: 'panel' },
    labelled(
      t.puzzles.grade,
      select(
        GRADES.map((grade) => [grade, t.puzzles.grades[grade] ?? grade] as const),
        grade,
        (value) => {
          grade = value;
          remake();
        },
      ),
    ),
    checkbox(t.puzzles.minimal, false, (isOn) => {
      options.minimal = isOn;
      remake();
    }),
    checkbox(t.puzzles.symmetric, false, (isOn) => {
      options.symmetric = isOn;
      remake();
    }),
    checkbox(t.puzzles.hideEnds, false, (isOn) => {
      options.hide_ends = isOn;
      remake();
    }),
  );

  // Printing.
  let perPage = '4';
  let solutions: 'none' | 'below' | 'page' = 'below';
  // Paper is light.
  const sheet = h('div', { class: 'sheet', 'data-theme': 'light' });
  const printForm = h(
    'div',
    { class: 'panel' },
    h(
      'div',
      { class: 'field' },
      h('span', { class: 'label' }, t.puzzles.perPage),
      choices(
        t.puzzles.perPage,
        ['1', '2', '4', '6'].map((count) => [count, count] as const),
        perPage,
        (value) => {
          perPage = value;
          makeSheet();
        },
      ).element,
    ),
    labelled(
      t.puzzles.solutions,
      select(
        [
          ['none', t.puzzles.noSolutions],
          ['below', t.puzzles.upsideDown],
          ['page', t.puzzles.separatePage],
        ] as const,
        solutions,
        (value) => {
          solutions = value;
          showSheet();
        },
      ),
    ),
  );
  let printed: Made[] = [];
  /** What the printed puzzles were made for. */
  let printedFor = '';
  const printWish = () =>
    JSON.stringify([taskToProblem({ ...wish, clues: new Map() }), options, grade, perPage]);

  // Letter puzzles.
  let letterGame: { task: Task; letters: ReadonlyMap<Square, string>; address: string } | undefined;
  const sentenceNote = h('p', { class: 'error', role: 'alert' });
  const sentenceInput = textInput(() => makeLetters(), {
    value: t.puzzles.letterExample,
    enterkeyhint: 'go',
  });
  const letterForm = labelled(t.puzzles.sentence, sentenceInput, sentenceNote);

  const stage = h('div', { class: 'stage' }, board.element, bar);
  const settings = h('section', { class: 'settings', 'aria-label': t.shell.options });
  const element = h(
    'div',
    { class: 'layout' },
    h('div', { class: 'top' }, tabs, families),
    stage,
    h('div', { class: 'panel' }, answer.element, task, pad, settings),
  );

  // --- solving -------------------------------------------------------------------------------------------

  function open(next: Task, grade = '', solution?: readonly Square[]): void {
    Object.assign(state, {
      puzzle: savedPuzzle(next),
      before: [],
      selected: undefined,
      wrong: new Set(),
      solution,
      hints: 0,
      isSolved: false,
      grade,
    });
    clock.reset();
  }

  function change(next: Puzzle): void {
    if (next === state.puzzle) {
      return;
    }
    state.before.push(state.puzzle);
    state.puzzle = next;
    savePuzzle(next);
    state.wrong = new Set();
    if (!clock.isRunning) {
      clock.start();
    }
    const path = solvedPath(next);
    if (path && !state.isSolved) {
      clock.stop();
      state.isSolved = true;
      board.light();
    } else if (!path) {
      state.isSolved = false;
    }
    render();
    showProgress();
  }

  function undo(): void {
    if (state.tab === 'write-puzzle') {
      return;
    }
    const before = state.before.pop();
    if (before) {
      state.puzzle = before;
      savePuzzle(before);
      state.isSolved = false;
      state.wrong = new Set();
      render();
      showProgress();
    }
  }

  function setPencil(isOn: boolean): void {
    state.hasPencil = isOn;
    set(pencilButton, 'aria-pressed', String(isOn));
    announce(isOn ? t.puzzles.pencilOn : t.puzzles.pencilOff);
  }

  function select_(square: Square): void {
    dragged = undefined;
    state.selected = square;
    state.typed = undefined;
    render();
  }

  /** A drag along squares enters consecutive numbers. */
  function drawn(square: Square): void {
    if (state.tab !== 'puzzles') {
      return;
    }
    const number = dragged === undefined ? undefined : numberAt(state.puzzle, dragged);
    const isNext = dragged !== undefined && movesFrom(state.puzzle.task.shape, dragged).includes(square);
    if (number !== undefined && isNext && numberAt(state.puzzle, square) === undefined) {
      change(enterNumber(state.puzzle, square, number + 1));
    }
    if (numberAt(state.puzzle, square) !== undefined || dragged === undefined) {
      dragged = square;
    }
  }

  function put(number: number): void {
    const square = state.selected;
    if (square === undefined) {
      answer.say(t.puzzles.choose);
      return;
    }
    if (state.tab === 'write-puzzle') {
      writeClue(square, number);
    } else if (state.hasPencil) {
      change(mark(state.puzzle, square, number));
    } else {
      const isSame = numberAt(state.puzzle, square) === number;
      change(enterNumber(state.puzzle, square, isSame ? undefined : number));
      announce(t.puzzles.entered(nameOf(state.puzzle.task.shape, square), number));
    }
  }

  function pressed(key: string, square: Square): boolean {
    if (/^\d$/.test(key)) {
      const now = performance.now();
      const { typed } = state;
      const isMore = typed?.square === square && now - typed.at < TYPING_MS;
      const all = size(currentTask().shape);
      const longer = `${isMore ? typed.text : ''}${key}`;
      const text = Number(longer) <= all ? longer : key;
      const draft = isMore ? typed.draft : state.draft;
      state.selected = square;
      // The first digits are not numbers of their own.
      state.draft = draft;
      if (state.hasPencil && isMore && Number(longer) <= all) {
        // The first digit was a mark of its own.
        state.puzzle = mark(state.puzzle, square, Number(typed.text));
      }
      if (Number(text) > 0) {
        if (state.tab === 'puzzles' && !state.hasPencil) {
          change(enterNumber(state.puzzle, square, Number(text)));
        } else {
          put(Number(text));
        }
      }
      state.typed = { square, text, at: now, draft };
      return true;
    }
    const letter = key.toLowerCase();
    if (key === 'Delete' || key === 'Backspace') {
      if (state.tab === 'write-puzzle') {
        writeClue(square, undefined);
      } else {
        change(enterNumber(state.puzzle, square, undefined));
      }
    } else if (letter === 'p') {
      setPencil(!state.hasPencil);
    } else if (letter === 'c') {
      check();
    } else if (letter === 'u') {
      undo();
    } else if (letter === 'h') {
      hint();
    } else {
      return false;
    }
    return true;
  }

  /** Returns the solution, from the server if it is not known yet. */
  async function solution(): Promise<readonly Square[] | undefined> {
    if (!state.solution) {
      const { task } = state.puzzle;
      const { unique, solutions } = await call('puzzle-unique', taskToProblem(task));
      const names = unique === true ? solutions[0] : undefined;
      if (names && state.puzzle.task === task) {
        state.solution = squaresNamed(task.shape, names);
      }
    }
    return state.solution;
  }

  async function check(): Promise<void> {
    const broken = conflicts(state.puzzle);
    let wrong: Set<Square> = broken;
    try {
      const right = await solution();
      if (right) {
        const steps = new Map(right.map((square, at) => [square, at + 1]));
        wrong = new Set(
          [...state.puzzle.entries]
            .filter(([square, number]) => steps.get(square) !== number)
            .map(([s]) => s),
        );
      }
    } catch {
      // Without the server, only the rules are checked.
    }
    state.wrong = wrong;
    render();
    const first = state.before.findIndex((puzzle) => [...wrong].some((square) => puzzle.entries.has(square)));
    answer.show({
      head: t.puzzles.progress(filled(), size(state.puzzle.task.shape)),
      text: wrong.size === 0 ? t.puzzles.noMistakes : t.puzzles.mistakes(wrong.size),
      tone: wrong.size === 0 ? undefined : 'bad',
      actions:
        wrong.size === 0 ? [] : [{ text: t.puzzles.undoToFirst, act: () => undoTo(first), isMain: true }],
    });
  }

  /** Undoes all numbers since the first wrong one. */
  function undoTo(first: number): void {
    const at = first < 0 ? state.before.length - 1 : first - 1;
    const target = state.before[Math.max(0, at)];
    if (target) {
      state.before = state.before.slice(0, Math.max(0, at));
      state.puzzle = target;
      state.wrong = new Set();
      render();
      showProgress();
    }
  }

  async function hint(): Promise<void> {
    try {
      const right = await solution();
      if (!right) {
        answer.say(t.puzzles.noHint);
        return;
      }
      const isMissing = (square: Square) => numberAt(state.puzzle, square) === undefined;
      const known = squaresByNumber(state.puzzle);
      const near = right.find((square, at) => isMissing(square) && (known.has(at) || known.has(at + 2)));
      const chosen = state.selected !== undefined && isMissing(state.selected) ? state.selected : near;
      if (chosen !== undefined) {
        state.hints += 1;
        state.selected = chosen;
        change(enterNumber(state.puzzle, chosen, right.indexOf(chosen) + 1));
      }
    } catch (error) {
      answer.say(isOffline(error) ? t.play.needsServer : sentence(errorText(error)));
    }
  }

  function filled(): number {
    return state.puzzle.entries.size + state.puzzle.task.clues.size;
  }

  function showProgress(): void {
    const all = size(state.puzzle.task.shape);
    if (state.isSolved) {
      answer.show({
        head: t.puzzles.solved,
        text: t.puzzles.solvedText(all, t.clock(clock.ms), state.hints),
        tone: 'good',
        actions: [
          { text: t.puzzles.another, act: () => newOne(), isMain: true },
          { text: t.share.print, act: () => print() },
        ],
      });
      return;
    }
    answer.show({
      head: t.puzzles.progress(filled(), all),
      text: ruleOf(state.puzzle.task.shape),
      actions: [{ text: t.puzzles.another, act: () => newOne() }],
    });
  }

  /** Shows the first puzzle of another kind, or makes one of it. */
  function chooseFamily(family: Family): void {
    const leapers: readonly Leaper[] = PIECES[family];
    wish = { ...wish, shape: { ...wish.shape, leapers } };
    form.assign(wish);
    if (state.tab === 'puzzles') {
      go(FIRST[family]);
    } else if (state.tab === 'write-puzzle') {
      state.draft = { ...state.draft, shape: { ...state.draft.shape, leapers }, clues: new Map() };
      updateAddress('write-puzzle', taskToQuery(state.draft));
      judgeDraft();
    } else {
      remake();
    }
    showTab();
  }

  /** Makes puzzles again after a change of what is wanted. */
  function remake(): void {
    if (state.tab === 'make-puzzle') {
      newOne();
    } else if (state.tab === 'print-puzzles') {
      makeSheet();
    }
  }

  // --- making --------------------------------------------------------------------------------------------

  async function newOne(): Promise<void> {
    work?.abort();
    const request = new AbortController();
    work = request;
    answer.wait(t.puzzles.making, t.solve.waiting, () => {
      request.abort();
      answer.show({ head: t.solve.stopped, text: '', actions: makeActions() });
    });
    try {
      const { shape } = wish;
      const made = await makePuzzle(wish, options, grade, request.signal);
      if (request.signal.aborted) {
        return;
      }
      if (!made) {
        const larger = boardOf('6x6', shape.leapers);
        const isLarger = size(larger) > size(shape);
        answer.show({
          head: t.puzzles.noneFound,
          text: t.puzzles.noneFoundText(t.puzzles.grades[grade] ?? grade, boardName(shape), MAX_ATTEMPTS),
          actions: isLarger
            ? [
                {
                  text: t.solve.larger('6×6'),
                  act: () => {
                    wish = { ...wish, shape: larger };
                    form.assign(wish);
                    newOne();
                  },
                  isMain: true,
                },
              ]
            : makeActions(),
        });
        return;
      }
      const { task } = made;
      open(task, made.grade, made.solution);
      updateAddress(state.tab, state.tab === 'puzzles' ? taskToQuery(task) : new URLSearchParams(), true);
      render();
      if (state.tab === 'puzzles') {
        showProgress();
      } else {
        showMade();
      }
    } catch (error) {
      if (!isAborted(error)) {
        answer.show({
          head: t.puzzles.noneFound,
          text: isOffline(error) ? t.play.needsServer : sentence(errorText(error)),
          actions: makeActions(),
        });
      }
    }
  }

  function makeActions() {
    return [{ text: t.puzzles.make, act: () => newOne(), isMain: true }];
  }

  function showMade(): void {
    const { task } = state.puzzle;
    const name = t.puzzles.grades[state.grade] ?? '';
    answer.show({
      head: name === '' ? t.puzzles.example : name,
      text: t.puzzles.made(task.clues.size),
      actions: [
        { text: t.puzzles.solveIt, act: () => go(task), isMain: true },
        { text: t.puzzles.makeAnother, act: () => newOne() },
      ],
    });
  }

  function go(task: Task): void {
    location.hash = addressOf('puzzles', taskToQuery(task));
  }

  // --- writing -------------------------------------------------------------------------------------------

  function writeClue(square: Square, number: number | undefined): void {
    const { draft } = state;
    const clues = new Map(draft.clues);
    clues.delete(square);
    if (number !== undefined) {
      for (const [other, step] of clues) {
        if (step === number) {
          clues.delete(other);
        }
      }
      clues.set(square, number);
    }
    if (!draft.shape.holes.has(square)) {
      state.draft = { ...draft, clues };
      updateAddress('write-puzzle', taskToQuery(state.draft));
      judgeDraft();
      render();
    }
  }

  /** Asks how many tours fit the numbers. */
  async function judgeDraft(): Promise<void> {
    work?.abort();
    const request = new AbortController();
    work = request;
    const { draft } = state;
    state.differing = new Set();
    const solveIt = { text: t.puzzles.solveIt, act: () => go(draft), isMain: true };
    if (draft.clues.size === 0) {
      answer.show({ head: t.puzzles.write, text: t.puzzles.writeHow });
      return;
    }
    answer.wait(t.puzzles.judging, '', () => request.abort());
    try {
      const { unique, solutions, grade } = await call('puzzle-unique', taskToProblem(draft), request.signal);
      if (state.draft !== draft) {
        return;
      }
      const [one, two] = solutions;
      if (unique === true) {
        const name = t.puzzles.grades[grade ?? ''] ?? '';
        answer.show({ head: t.puzzles.oneFits, text: name, tone: 'good', actions: [solveIt] });
      } else if (unique === null) {
        answer.show({ head: t.puzzles.notKnown, text: t.puzzles.notKnownText });
      } else if (one && two) {
        const other = squaresNamed(draft.shape, two);
        state.differing = new Set(
          squaresNamed(draft.shape, one).filter((square, at) => other[at] !== square),
        );
        answer.show({ head: t.puzzles.severalFit, text: t.puzzles.severalText });
      } else {
        answer.show({ head: t.puzzles.noneFits, text: '', tone: 'bad' });
      }
      render();
    } catch (error) {
      if (!isAborted(error)) {
        answer.show({ head: t.puzzles.notKnown, text: sentence(errorText(error)) });
      }
    }
  }

  // --- printing ------------------------------------------------------------------------------------------

  async function makeSheet(): Promise<void> {
    work?.abort();
    const request = new AbortController();
    work = request;
    const wanted = printWish();
    answer.wait(t.puzzles.making, '', () => request.abort());
    try {
      const made: Made[] = [];
      while (made.length < Number(perPage)) {
        const one = await makePuzzle(wish, options, grade, request.signal);
        if (!one) {
          break;
        }
        made.push(one);
      }
      if (made.length === 0) {
        answer.show({
          head: t.puzzles.noneFound,
          text: t.puzzles.noneFoundText(
            t.puzzles.grades[grade] ?? grade,
            boardName(wish.shape),
            MAX_ATTEMPTS,
          ),
          actions: [{ text: t.shell.again, act: () => makeSheet(), isMain: true }],
        });
      } else if (!request.signal.aborted) {
        printed = made;
        printedFor = wanted;
        showSheet();
      }
    } catch (error) {
      if (!isAborted(error)) {
        answer.show({
          head: t.puzzles.noneFound,
          text: isOffline(error) ? t.play.needsServer : sentence(errorText(error)),
        });
      }
    }
  }

  function showSheet(): void {
    const pictures = printed.map(({ task, grade }, at) => {
      const scene: Scene = { shape: task.shape, marks: clueMarks(task), path: [] };
      const name = `${at + 1}. ${t.puzzles.grades[grade] ?? grade}`;
      return h('figure', {}, thumbnail(scene, name), h('figcaption', {}, name));
    });
    const solved = printed.map(({ task, solution }, at) => {
      const marks = new Map<Square, SquareMark>();
      for (const [step, square] of solution.entries()) {
        marks.set(square, { entry: String(step + 1) });
      }
      const name = t.puzzles.solutionOf(at + 1);
      return h(
        'figure',
        {},
        thumbnail({ shape: task.shape, marks, path: [] }, name),
        h('figcaption', {}, name),
      );
    });
    fill(
      sheet,
      h('p', { class: 'sheet-rule' }, printed[0] ? ruleOf(printed[0].task.shape) : ''),
      h('div', { class: `sheet-page per-${perPage}` }, ...pictures),
      solutions !== 'none' &&
        h('div', { class: solutions === 'below' ? 'sheet-solutions turned' : 'sheet-solutions' }, ...solved),
    );
    answer.show({
      head: t.puzzles.sheet(printed.length),
      text:
        printed.length < Number(perPage)
          ? t.puzzles.fewer(printed.length, Number(perPage))
          : t.puzzles.sheetText,
      actions: [
        { text: t.share.print, act: () => print(), isMain: true },
        { text: t.puzzles.makeAnother, act: () => makeSheet() },
      ],
    });
  }

  // --- letters -------------------------------------------------------------------------------------------

  /** Puts the sentence along a random tour of the smallest board that has room for it. */
  async function makeLetters(): Promise<void> {
    work?.abort();
    const request = new AbortController();
    work = request;
    const text = sentenceInput.value;
    const shape = boardFor([...lettersOf(text)].length);
    fill(sentenceNote, shape ? '' : t.puzzles.sentenceError);
    set(sentenceInput, 'aria-invalid', shape ? null : 'true');
    if (!shape) {
      return;
    }
    answer.wait(t.solve.searching, '', () => request.abort());
    try {
      const seed = 1 + Math.floor(Math.random() * 1_000_000);
      const found = await solveProblem({ board: boardText(shape), method: 'exact', seed }, request.signal);
      if (found.outcome !== 'found') {
        return;
      }
      const path = squaresNamed(shape, found.squares);
      const letters = lettersText(shape, path, text);
      const query = new URLSearchParams({ board: boardText(shape), from: found.squares[0] ?? '', letters });
      const task = { shape, kind: 'any' as const, clues: new Map() };
      letterGame = {
        task,
        letters: readLetters(shape, letters) ?? new Map(),
        address: addressOf('play', query),
      };
      showLetters();
    } catch (error) {
      if (!isAborted(error)) {
        answer.show({
          head: t.puzzles.noneFound,
          text: isOffline(error) ? t.play.needsServer : sentence(errorText(error)),
        });
      }
    }
  }

  function showLetters(): void {
    if (letterGame) {
      const { address, letters } = letterGame;
      const game = new URL(address, location.href).href;
      answer.show({
        head: t.puzzles.lettersHead([...letters.values()].filter((letter) => letter !== FILLER).length),
        text: t.puzzles.lettersText,
        actions: [
          {
            text: t.puzzles.solveIt,
            act: () => {
              location.hash = address;
            },
            isMain: true,
          },
          { text: t.share.link, act: () => copy(game, t.share.linkCopied) },
        ],
      });
      render();
    }
  }

  // --- showing -------------------------------------------------------------------------------------------

  function currentTask(): Task {
    if (state.tab === 'letter-puzzle' && letterGame) {
      return letterGame.task;
    }
    return state.tab === 'write-puzzle' ? state.draft : state.puzzle.task;
  }

  function scene(): Scene {
    const task = currentTask();
    const marks = clueMarks(task);
    const { puzzle, wrong, selected, differing } = state;
    if (state.tab === 'puzzles') {
      for (const [square, numbers] of puzzle.pencil) {
        if (numbers.length > 0) {
          marks.set(square, { pencil: numbers.join(' '), label: t.puzzles.penciled(numbers.join(', ')) });
        }
      }
      for (const [square, number] of puzzle.entries) {
        const isWrong = wrong.has(square);
        const label = isWrong ? t.puzzles.wrongEntry(number) : t.puzzles.entry(number);
        marks.set(square, { entry: String(number), isConflict: isWrong, label });
      }
    }
    for (const square of state.tab === 'write-puzzle' ? differing : []) {
      marks.set(square, { ...marks.get(square), frame: 'warn', label: t.puzzles.differs });
    }
    for (const [square, letter] of (state.tab === 'letter-puzzle' && letterGame?.letters) || []) {
      marks.set(square, { clue: letter, label: letter });
    }
    const isEntry = state.tab === 'puzzles' || state.tab === 'write-puzzle';
    if (selected !== undefined && isEntry && !state.isSolved) {
      marks.set(selected, { ...marks.get(selected), frame: 'accent' });
    }
    const path = state.tab === 'puzzles' && state.isSolved ? (solvedPath(puzzle) ?? []) : [];
    const isClosed = task.kind === 'closed';
    return { shape: task.shape, marks, path, isClosed };
  }

  function render(): void {
    const { tab, puzzle } = state;
    const all = size(currentTask().shape);
    board.show(scene());
    undoButton.disabled = state.before.length === 0;
    for (const control of [pencilButton, checkButton, hintButton]) {
      control.disabled = state.isSolved;
    }
    const isEntry = tab === 'puzzles' || tab === 'write-puzzle';
    pad.hidden = !isEntry;
    if (isEntry) {
      const used = tab === 'puzzles' ? squaresByNumber(puzzle) : new Map<number, Square[]>();
      const focused = pad.contains(document.activeElement) ? document.activeElement?.textContent : undefined;
      fill(
        pad,
        ...Array.from({ length: all }, (_, at) =>
          button(String(at + 1), () => put(at + 1), { class: used.has(at + 1) ? 'used' : null }),
        ),
      );
      [...pad.querySelectorAll('button')].find((one) => one.textContent === focused)?.focus();
    }
  }

  function showTab(): void {
    const { tab } = state;
    const entry = (id: Tab, text: string) =>
      h('a', { href: `#${id}`, 'aria-current': id === tab ? 'page' : null }, text);
    fill(
      tabs,
      entry('puzzles', t.puzzles.tabs.solve),
      entry('make-puzzle', t.puzzles.tabs.make),
      entry('write-puzzle', t.puzzles.tabs.write),
      entry('print-puzzles', t.puzzles.tabs.print),
      entry('letter-puzzle', t.puzzles.tabs.letters),
    );
    const isPrint = tab === 'print-puzzles';
    set(bar, 'hidden', tab !== 'puzzles');
    set(families, 'hidden', tab === 'letter-puzzle');
    fill(stage, isPrint ? sheet : board.element, bar);
    const all = size(currentTask().shape);
    const heads: Record<Tab, [string, string]> = {
      puzzles: [t.puzzles.title(all), t.puzzles.how],
      'make-puzzle': [t.puzzles.make, t.puzzles.makeText],
      'write-puzzle': [t.puzzles.write, ruleOf(state.draft.shape)],
      'print-puzzles': [t.puzzles.sheetTitle, t.puzzles.printText],
      'letter-puzzle': [t.puzzles.letters, t.puzzles.followLetters],
    };
    const family = familyOf(tab === 'puzzles' || tab === 'write-puzzle' ? currentTask().shape : wish.shape);
    families.value = family ?? '';
    fill(task, h('h2', { class: 'level-title' }, heads[tab][0]), h('p', { class: 'soft' }, heads[tab][1]));
    fill(
      settings,
      tab === 'puzzles' ? links : tab === 'letter-puzzle' ? letterForm : form.element,
      (tab === 'make-puzzle' || isPrint) && makeForm,
      isPrint && printForm,
    );
    render();
  }

  return {
    element,
    enter(query) {
      const [, page = ''] = /^#([a-z-]*)/.exec(location.hash) ?? [];
      const tab = (['make-puzzle', 'write-puzzle', 'print-puzzles', 'letter-puzzle'] as const).find(
        (tab) => tab === page,
      );
      state.tab = tab ?? 'puzzles';
      const task = taskFromQuery(query);
      if (state.tab === 'puzzles') {
        const isOther = task && taskToQuery(task).toString() !== taskToQuery(state.puzzle.task).toString();
        if (task && isOther) {
          open(task);
        }
        const { leapers } = state.puzzle.task.shape;
        wish = { ...wish, shape: { ...wish.shape, leapers } };
        if (!task) {
          updateAddress('puzzles', taskToQuery(state.puzzle.task));
        }
        showTab();
        showProgress();
      } else if (state.tab === 'write-puzzle') {
        if (task) {
          state.draft = task;
          wish = { shape: task.shape, kind: task.kind };
        } else {
          state.draft = {
            ...state.draft,
            shape: state.draft.clues.size > 0 ? state.draft.shape : wish.shape,
          };
        }
        form.assign(wish);
        showTab();
        judgeDraft();
      } else if (state.tab === 'letter-puzzle') {
        showTab();
        if (letterGame) {
          showLetters();
        } else {
          makeLetters();
        }
      } else if (state.tab === 'make-puzzle') {
        showTab();
        showMade();
      } else {
        showTab();
        if (printedFor !== printWish()) {
          makeSheet();
        } else {
          showSheet();
        }
      }
      clock.away(document.hidden);
    },
    leave() {
      work?.abort();
      clock.away(true);
    },
    onKey(event) {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
        undo();
        return true;
      }
      return false;
    },
  };
}
