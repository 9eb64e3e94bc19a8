// The form for a question: board, kind of tour, start, end and piece. A field is read on Enter or when it is
// left, and an error stands under it.

import { button, choices, fill, h, labelled, select, set, textInput, uniqueId } from './dom.ts';
import { toast } from './page.ts';
import { KINDS, type Kind, onOtherShape, type Question } from './question.ts';
import {
  boardText,
  leapersText,
  nameOf,
  PIECES,
  type Piece,
  parseBoard,
  parseLeapers,
  pieceOf,
  type Shape,
  type Square,
  squareOf,
} from './squares.ts';
import { t } from './texts.ts';

export interface QuestionFormOptions {
  sizes: readonly string[];
  hasKind?: boolean;
  hasEnds?: boolean;
  hasPiece?: boolean;
  onChange: (question: Question) => void;
}

export interface QuestionForm {
  readonly element: HTMLElement;
  /** Shows a question. */
  assign(question: Question): void;
}

export function questionForm(first: Question, options: QuestionFormOptions): QuestionForm {
  let question = first;
  const note = h('div', { class: 'error', id: uniqueId(), role: 'alert' });
  const board = textInput(readBoard, { 'aria-describedby': note.id, enterkeyhint: 'go' });
  const chips = options.sizes.map((size) => ({
    size,
    element: button(size.replace('x', '×'), () => readBoard(size), {
      'aria-label': t.board.size(size.replace('x', '×')),
    }),
  }));
  const kind = choices<Kind>(
    t.board.kind,
    KINDS.map((kind) => [kind, t.board.kinds[kind]] as const),
    'any',
    (kind) => change({ ...question, kind }),
  );
  const [from, to] = [
    textInput((text) => readEnd('from', text), { placeholder: t.board.anywhere }),
    textInput((text) => readEnd('to', text), { placeholder: t.board.anywhere }),
  ];
  const piece = select<Piece | 'other'>(
    [
      ...(Object.keys(PIECES) as Piece[]).map((piece) => [piece, t.board.pieces[piece]] as const),
      ['other', t.board.otherPiece] as const,
    ],
    'knight',
    (value) => {
      otherField.hidden = value !== 'other';
      if (value !== 'other') {
        change({ ...question, shape: { ...question.shape, leapers: PIECES[value] } });
      }
    },
  );
  const other = textInput(readLeapers, { placeholder: '1,2' });
  const otherField = labelled(t.board.leapers, other);
  const element = h(
    'div',
    { class: 'panel' },
    labelled(t.board.board, board, note),
    h('div', { class: 'chips', role: 'group', 'aria-label': t.board.sizes }, ...chips.map((c) => c.element)),
    options.hasKind !== false && kind.element,
    options.hasEnds !== false &&
      h('div', { class: 'columns' }, labelled(t.board.start, from), labelled(t.board.end, to)),
    options.hasPiece !== false && labelled(t.board.piece, piece),
    options.hasPiece !== false && otherField,
  );
  show();

  function show(): void {
    const { shape } = question;
    board.value = boardText(shape);
    for (const { size, element } of chips) {
      set(element, 'aria-pressed', String(size === board.value));
    }
    kind.assign(question.kind);
    const name = (square: Square | undefined) => (square === undefined ? '' : nameOf(shape, square));
    from.value = name(question.from);
    to.value = name(question.to);
    piece.value = pieceOf(shape) ?? 'other';
    other.value = leapersText(shape.leapers);
    otherField.hidden = piece.value !== 'other';
    showError(board, '');
    for (const field of [from, to, other]) {
      set(field, 'aria-invalid', null);
    }
  }

  function showError(field: HTMLInputElement, text: string | HTMLElement): void {
    fill(note, text);
    set(field, 'aria-invalid', text === '' ? null : 'true');
  }

  function change(next: Question): void {
    question = next;
    show();
    options.onChange(question);
  }

  function readBoard(text: string): void {
    const box = /^\s*(?:box:)?\s*(\d+x\d+x\d+.*)$/i.exec(text)?.[1];
    if (box) {
      // Boards with levels are not drawn by the page.
      showError(board, commandHint(t.board.box, `caracole solve box:${box.trim()}`));
      return;
    }
    // A single number is the side of a square board.
    const shape = parseBoard(text.replace(/^\s*(\d+)\s*$/, '$1x$1'));
    if (typeof shape === 'string') {
      showError(board, t.board.errors[shape](text.trim().slice(0, 40)));
      return;
    }
    change(onOtherShape(question, { ...shape, leapers: question.shape.leapers }));
  }

  function readEnd(end: 'from' | 'to', text: string): void {
    const square = squareOf(question.shape, text);
    if (text.trim() !== '' && square === undefined) {
      showError(end === 'from' ? from : to, t.board.errors.square(text.trim().slice(0, 20)));
      return;
    }
    change({ ...question, [end]: square });
  }

  function readLeapers(text: string): void {
    const leapers = parseLeapers(text);
    if (leapers) {
      change({ ...question, shape: { ...question.shape, leapers } });
    } else {
      showError(other, t.board.errors.leapers(text.trim().slice(0, 20)));
    }
  }

  return {
    element,
    assign(next) {
      question = next;
      show();
    },
  };
}

/** Returns a sentence with a command for a terminal, and a button that copies it. */
export function commandHint(text: string, command: string): HTMLElement {
  return h(
    'p',
    { class: 'fine soft' },
    `${text} `,
    h('code', {}, command),
    ' ',
    button(
      t.board.copyCommand,
      () =>
        navigator.clipboard.writeText(command).then(
          () => toast(t.solve.copied),
          () => toast(t.share.noClipboard),
        ),
      { class: 'link' },
    ),
  );
}

/** Returns the board as people write it: 8×8, 8×5 cylinder. */
export function boardName(shape: Shape): string {
  const plain = boardText({ ...shape, surface: 'flat' }).replace(/(\d)x(\d)/, '$1×$2');
  // A long list of holes does not fit into a line.
  const text = plain.length > 24 ? `${plain.slice(0, plain.indexOf('-') + 1)}…` : plain;
  return shape.surface === 'flat' ? text : `${text} ${t.board.surfaces[shape.surface]}`;
}
