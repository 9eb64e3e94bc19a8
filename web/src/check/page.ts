// The page Check: a tour as text, and its mistakes or facts.

import { AnswerView } from '../answer.ts';
import { type CheckAnswer, call, errorText, isAborted, isOffline } from '../api.ts';
import { Board } from '../board/board.ts';
import { plainScene, type Scene, tourScene } from '../board/scene.ts';
import { button, choices, fill, h, labelled, set, textInput, uniqueId } from '../dom.ts';
import { sentence } from '../format.ts';
import { addressOf, type Page, toast, updateAddress } from '../page.ts';
import { newGame, playUpTo } from '../play/game.ts';
import { KINDS, type Kind, readShape, writePiece } from '../question.ts';
import { boardName } from '../question-form.ts';
import { openShare } from '../share.ts';
import { Player } from '../solve/player.ts';
import { neutralScene } from '../solve/view.ts';
import {
  boardText,
  type Leaper,
  movesFrom,
  nameOf,
  PIECES,
  parseBoard,
  pieceFields,
  pieceOf,
  type Shape,
  type Square,
  size,
  squareOf,
  squaresNamed,
} from '../squares.ts';
import { t } from '../texts.ts';

/** A tour of 5x5 as a grid, with 12 and 13 swapped. */
export const EXAMPLE = `\
25 18 11  6 23
10  5 24 17 13
19  2 15 22  7
 4  9 20 12 16
 1 14  3  8 21
`;

/** The maximum size of a file. */
const MAX_BYTES = 1_000_000;
/** The maximum number of squares in an address. */
const MAX_LINKED_SQUARES = 400;
/** The pause after typing before the text is checked. */
const TYPING_MS = 500;

interface State {
  answer: CheckAnswer | undefined;
  shape: Shape | undefined;
  path: Square[];
  board: string;
  /** The piece, which only an address can change. */
  leapers: readonly Leaper[];
  kind: Kind;
}

export function checkPage(): Page {
  const state: State = {
    answer: undefined,
    shape: undefined,
    path: [],
    board: '',
    leapers: PIECES.knight,
    kind: 'any',
  };
  let work: AbortController | undefined;
  let typing: ReturnType<typeof setTimeout> | undefined;
  /** The text of the last answer. */
  let checked = '';

  const board = new Board({ label: t.check.board, onChoose: choose });
  const answer = new AnswerView();
  const player = new Player({
    onSeek: (position) => {
      const { path } = state;
      board.show(
        position >= player.length
          ? scene()
          : { ...scene(), head: position, knight: path[Math.ceil(position)] },
      );
      return path.length === 0
        ? ''
        : t.player.step(Math.min(path.length, Math.floor(position) + 1), path.length);
    },
  });
  const note = h('p', { class: 'error', id: uniqueId(), role: 'alert' });
  const text = h('textarea', {
    rows: 7,
    spellcheck: 'false',
    autocapitalize: 'off',
    autocomplete: 'off',
    'aria-describedby': note.id,
    oninput: () => {
      clearTimeout(typing);
      typing = setTimeout(() => check(), TYPING_MS);
    },
  });
  const input = h('input', {
    type: 'file',
    class: 'voice',
    tabindex: '-1',
    'aria-label': t.check.file,
    onchange: () => {
      read(input.files?.[0]);
      // The same file can be chosen again after it has changed.
      input.value = '';
    },
  });
  // A long list scrolls, also by keyboard.
  const list = h('ol', { class: 'mistakes', 'aria-label': t.check.mistakes, tabindex: '0', hidden: true });
  const facts = h('table', { hidden: true });
  const links = h('nav', { class: 'next-links', 'aria-label': t.solve.next, hidden: true });
  const boardNote = h('p', { class: 'error', role: 'alert' });
  const boardInput = textInput(
    (value) => {
      const shape = value.trim() === '' ? undefined : parseBoard(value);
      const isWrong = typeof shape === 'string';
      fill(boardNote, isWrong ? t.board.errors[shape](value.trim().slice(0, 40)) : '');
      set(boardInput, 'aria-invalid', isWrong ? 'true' : null);
      if (!isWrong) {
        state.board = shape === undefined ? '' : boardText(shape);
        check();
      }
    },
    { placeholder: t.check.fromText },
  );
  const kinds = choices<Kind>(
    t.board.kind,
    KINDS.map((kind) => [kind, t.board.kinds[kind]] as const),
    'any',
    (kind) => {
      state.kind = kind;
      check();
    },
  );
  const element = h(
    'div',
    { class: 'layout' },
    h('div', { class: 'stage' }, board.element, player.element),
    h(
      'div',
      { class: 'panel' },
      answer.element,
      list,
      facts,
      h(
        'section',
        { class: 'settings', 'aria-label': t.check.tour },
        labelled(t.check.tour, text, note),
        h(
          'div',
          { class: 'row' },
          button(t.check.file, () => input.click()),
          input,
          button(t.check.clear, () => put('')),
        ),
        h(
          'details',
          {},
          h('summary', {}, t.check.conditions),
          h('div', { class: 'panel' }, labelled(t.board.board, boardInput, boardNote), kinds.element),
        ),
      ),
      links,
    ),
  );
  element.addEventListener('dragover', (event) => event.preventDefault());
  element.addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (file) {
      event.preventDefault();
      read(file);
    }
  });

  async function read(file: File | undefined): Promise<void> {
    if (!file) {
      return;
    }
    if (file.size > MAX_BYTES) {
      showError(t.check.tooLarge(file.name));
      return;
    }
    put(await file.text());
  }

  /** Replaces the text. The old one returns by “Undo”. */
  function put(next: string): void {
    const before = text.value;
    text.value = next;
    check();
    if (before.trim() !== '' && before !== EXAMPLE && before !== next) {
      toast(t.check.replaced, { text: t.shell.undo, act: () => put(before) });
    }
  }

  function showError(words: string): void {
    fill(note, words);
    set(text, 'aria-invalid', words === '' ? null : 'true');
  }

  async function check(): Promise<void> {
    clearTimeout(typing);
    work?.abort();
    showError('');
    if (text.value.trim() === '') {
      checked = '';
      Object.assign(state, { answer: undefined, path: [] });
      show();
      answer.show({ head: t.check.empty, text: t.check.emptyText });
      return;
    }
    const mine = new AbortController();
    work = mine;
    answer.wait(t.solve.searching, '', () => mine.abort());
    try {
      const found = await call(
        'check',
        {
          text: text.value,
          ...(state.board === '' ? {} : { board: state.board }),
          ...pieceFields(state),
          ...(state.kind === 'any' ? {} : { [state.kind]: true }),
        },
        mine.signal,
      );
      checked = text.value;
      const shape = parseBoard(found.board);
      state.answer = found;
      state.shape = typeof shape === 'string' ? undefined : { ...shape, leapers: state.leapers };
      state.path = state.shape ? squaresNamed(state.shape, found.squares) : [];
      show();
      showAnswer(found);
      address(found);
    } catch (error) {
      if (!isAborted(error)) {
        answer.rest();
        showError(isOffline(error) ? t.shell.offline : t.check.unreadable);
        answer.show({
          head: t.check.notATour,
          text: isOffline(error) ? t.play.needsServer : sentence(errorText(error)),
        });
      }
    }
  }

  /** Writes a short tour into the address. */
  function address({ squares, board }: CheckAnswer): void {
    const isExample = checked === EXAMPLE;
    const isLinked = squares.length <= MAX_LINKED_SQUARES && !isExample;
    const query = new URLSearchParams(isLinked ? { board } : {});
    if (isLinked && state.shape) {
      writePiece(query, state.shape);
      query.set('squares', squares.join(','));
    }
    updateAddress('check', query);
  }

  function scene(): Scene {
    const { answer: found, shape, path } = state;
    if (!found || !shape) {
      return plainScene(shape ?? board.scene.shape);
    }
    if (found.valid) {
      return tourScene(shape, path, found.closed);
    }
    const unique = new Set(path).size === path.length;
    const isPath =
      unique && path.every((to, at) => at === 0 || movesFrom(shape, path[at - 1] ?? 0).includes(to));
    const plain = neutralScene(shape, path);
    const marks = new Map(plain.marks);
    for (const defect of found.defects) {
      const square = defect.square === null ? undefined : squareOf(shape, defect.square);
      if (square !== undefined && defect.kind !== 'missing') {
        marks.set(square, { isConflict: true, label: defectText(defect, state) });
      }
    }
    const lines = path.slice(1).flatMap((to, at) => {
      const from = path[at] ?? to;
      const isWrong = from !== to && !movesFrom(shape, from).includes(to);
      return isWrong ? [{ from, to, kind: 'wrong' as const }] : [];
    });
    // A correct path is a ribbon in colour, although squares are missing.
    return isPath
      ? { ...plain, marks, moves: size(shape) - 1, neutralFrom: path.length }
      : { ...plain, marks, lines };
  }

  function show(): void {
    player.load(
      state.path.length > 1 ? state.path.length - (state.answer?.valid && state.answer.closed ? 0 : 1) : 0,
      state.path.length,
    );
    board.show(scene());
    set(list, 'hidden', true);
    set(facts, 'hidden', true);
    set(links, 'hidden', true);
  }

  function showAnswer(found: CheckAnswer): void {
    const { shape, path } = state;
    const name = shape ? boardName(shape) : found.board;
    const notes = assumed(found);
    if (found.valid) {
      const problem = {
        board: found.board,
        ...pieceFields(state),
        ...(found.closed ? { closed: true } : {}),
      };
      answer.show({
        head: found.closed ? t.check.validClosed(name) : t.check.validOpen(name),
        text: [
          t.check.ends(found.squares[0] ?? '', found.squares.at(-1) ?? '', found.squares.length),
          ...notes,
        ].join(' '),
        tone: 'good',
        actions: shape
          ? [{ text: t.solve.save, act: () => openShare({ scene: scene(), problem, answer: found }) }]
          : [],
      });
      set(facts, 'hidden', false);
      fill(
        facts,
        h(
          'tbody',
          {},
          ...factLines(found).map(([name, text]) =>
            h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, text)),
          ),
        ),
      );
      showLinks(found);
      return;
    }
    const missing = found.defects.filter(({ kind }) => kind === 'missing').length;
    const isOnlyMissing =
      shape !== undefined &&
      found.defects.every(({ kind }) => kind === 'missing' || kind === 'missing-squares');
    const goOn = playOn();
    const right = goOn?.step ?? 0;
    const own = {
      text: t.check.own,
      act: () => {
        text.focus();
        text.select();
      },
      isMain: true,
    };
    const actions = goOn ? [goOn] : [];
    if (isOnlyMissing && shape && missing + path.length >= size(shape)) {
      answer.show({
        head: t.check.path(path.length, size(shape)),
        text: notes.join(' '),
        actions,
      });
    } else {
      answer.show({
        head: t.check.invalid(found.defect_count),
        text:
          checked === EXAMPLE
            ? t.check.example
            : [...notes, right > 1 ? t.check.rightUpTo(right) : ''].join(' ').trim(),
        tone: 'bad',
        actions: checked === EXAMPLE ? [own, ...actions.map((one) => ({ ...one, isMain: false }))] : actions,
      });
    }
    const more = found.defect_count - found.defects.length;
    fill(
      list,
      ...found.defects.map((defect) => h('li', {}, defectText(defect, state))),
      more > 0 && h('li', {}, t.check.more(more)),
    );
    set(list, 'hidden', false);
  }

  /** Returns an action that plays on from the correct beginning. */
  function playOn(): { text: string; act: () => void; isMain: boolean; step: number } | undefined {
    const { shape, path, answer: found } = state;
    if (!shape || !found) {
      return undefined;
    }
    const { played } = playUpTo(
      newGame({ shape, kind: 'any', clues: new Map() }),
      path.slice(0, MAX_LINKED_SQUARES),
    );
    // A single square is not a useful beginning.
    if (played.length < 2) {
      return undefined;
    }
    const names = played.map((square) => nameOf(shape, square)).join(',');
    const query = new URLSearchParams({ board: found.board });
    writePiece(query, shape);
    query.set('played', names);
    return {
      step: played.length,
      text: t.check.playOn(played.length),
      act: () => {
        location.hash = addressOf('play', query);
      },
      isMain: true,
    };
  }

  function showLinks({ squares, closed, board }: CheckAnswer): void {
    const plain = new URLSearchParams({ board });
    if (state.shape) {
      writePiece(plain, state.shape);
    }
    const query = new URLSearchParams(plain);
    query.set('kind', closed ? 'closed' : 'any');
    query.set('squares', squares.join(','));
    set(links, 'hidden', false);
    fill(
      links,
      h('h2', {}, t.solve.next),
      squares.length <= MAX_LINKED_SQUARES &&
        h('a', { href: addressOf('numbers', query) }, t.check.itsNumber),
      h('a', { href: addressOf('play', plain) }, t.solve.play),
    );
  }

  function choose(square: Square): void {
    const { shape, path } = state;
    if (shape) {
      const at = path.indexOf(square);
      const name = nameOf(shape, square);
      const nameAt = (step: number) => (path[step] === undefined ? undefined : nameOf(shape, path[step]));
      player.say(
        at < 0 ? t.board.readEmpty(name) : t.board.read(name, at + 1, nameAt(at - 1), nameAt(at + 1)),
      );
    }
  }

  return {
    element,
    enter(query) {
      const squares = query.get('squares');
      if (squares) {
        const shape = readShape(query);
        state.board = shape ? boardText(shape) : '';
        state.leapers = shape?.leapers ?? PIECES.knight;
        boardInput.value = state.board;
        const next = squares.replaceAll(',', ' ');
        if (state.answer?.squares.join(' ') !== next) {
          text.value = next;
          check();
        }
      } else if (text.value === '') {
        text.value = EXAMPLE;
        check();
      }
    },
    leave() {
      player.pause();
    },
    onKey: (event) => event.key === 'Escape' && player.skip(),
  };
}

/** Returns what was assumed to read the text, which does not say it. */
function assumed({ from_zero: isFromZero, inferred_holes: holes }: CheckAnswer): string[] {
  const notes = isFromZero ? [t.check.fromZero] : [];
  return holes ? [...notes, t.check.holes(holes.join(', '))] : notes;
}

type Defect = CheckAnswer['defects'][number];

/** Describes a mistake in one sentence. */
function defectText(
  { kind, square, step, text }: Defect,
  { path, shape }: Pick<State, 'path' | 'shape'>,
): string {
  if (shape && step !== null && square !== null) {
    const before = path[step - 2];
    if (kind === 'not-a-move' && before !== undefined) {
      const say = pieceOf(shape) === 'knight' ? t.check.notAMove : t.check.notOneMove;
      return say(step, nameOf(shape, before), square);
    }
    const first = path.findIndex((one) => nameOf(shape, one) === square);
    if (kind === 'repeat' && first >= 0) {
      return t.check.repeat(step, square, first + 1);
    }
  }
  if (kind === 'missing' && square !== null) {
    return t.check.missing(square);
  }
  const [start, end] = [path[0], path.at(-1)];
  if (shape && start !== undefined && end !== undefined) {
    if (kind === 'not-closed') {
      return t.check.notClosed(nameOf(shape, start), nameOf(shape, end));
    }
    if (kind === 'not-open') {
      return t.check.notOpen(nameOf(shape, start), nameOf(shape, end));
    }
  }
  return t.check.otherDefect(step, square, text);
}

/** Returns the facts about a tour as pairs of name and text. */
export function factLines({ facts, closed }: CheckAnswer): [string, string][] {
  const lines: [string, string][] = [[t.check.facts.kind, closed ? t.check.closed : t.check.open]];
  const names = Array.isArray(facts.symmetries) ? facts.symmetries.filter((name) => name !== 'identity') : [];
  if (typeof facts.symmetry === 'string') {
    lines.push([
      t.check.facts.symmetry,
      names.length === 0
        ? t.check.noSymmetry
        : names.map((name) => t.check.symmetry(String(name))).join(', '),
    ]);
  }
  if (typeof facts.turns === 'number') {
    lines.push([t.check.facts.turns, t.check.turns(facts.turns)]);
  }
  if (typeof facts.crossings === 'number') {
    lines.push([t.check.facts.crossings, t.check.crossings(facts.crossings)]);
  }
  const sums = sumText(facts.sums);
  if (sums) {
    lines.push([t.check.facts.sums, sums]);
  }
  return lines;
}

function sumText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  const { rank, file, diagonally_magic: isDiagonal } = value as Record<string, unknown>;
  if (typeof rank === 'string' && typeof file === 'string') {
    return t.check.magic(rank, file, Boolean(isDiagonal));
  }
  if (typeof rank === 'string') {
    return t.check.rankSum(rank);
  }
  return typeof file === 'string' ? t.check.fileSum(file) : t.check.notMagic;
}
