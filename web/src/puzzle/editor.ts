// A puzzle of one's own: choose a square, type its step.

import { Board } from '../board/board.ts';
import { button, fill, h, labelled, set } from '../dom.ts';
import { clueRefusal, type Task } from '../play/task.ts';
import { announce } from '../room.ts';
import { sentence } from '../sentence.ts';
import { setup } from '../setup.ts';
import { nameOf, type Square, size, squareOf } from '../squares.ts';
import { clueSpots } from './words.ts';

export class Editor {
  readonly board: Board;
  readonly element: HTMLElement;
  task: Task;
  #selected: Square | undefined;
  readonly #onChange: () => void;
  readonly #note = h('p', { class: 'note', 'data-tone': 'bad', hidden: true });
  readonly #label = h('label', {});
  readonly #number = h('input', { type: 'text', inputmode: 'numeric', autocomplete: 'off', size: 5 });
  readonly #form = setup({ board: '6x6', tools: [], sizes: [], onChange: () => this.#reshape() });

  constructor(task: Task, onChange: () => void) {
    this.task = task;
    this.#onChange = onChange;
    this.board = new Board({
      label: 'The puzzle you write',
      onChoose: (square) => this.#select(square),
      onKey: (key, square) => this.#typed(key, square),
    });
    const field = labelled('', this.#number);
    field.querySelector('label')?.replaceWith(this.#label);
    set(this.#label, 'for', this.#number.id);
    const form = h(
      'form',
      {
        class: 'row by-name',
        onsubmit: (event) => {
          event.preventDefault();
          this.#set(this.#number.value.trim());
        },
      },
      field,
      h('button', { type: 'submit' }, 'Set'),
      button('Clear', () => this.#set('')),
    );
    this.element = h(
      'section',
      { class: 'card', 'aria-label': 'Your own puzzle' },
      h('h2', {}, 'Your own puzzle'),
      h('p', { class: 'note soft' }, 'Choose a square on the board and type its step. Delete clears it.'),
      form,
      this.#note,
      this.#form.element,
      h(
        'div',
        { class: 'row' },
        button('Clear all', () => this.#change({ ...this.task, clues: new Map() })),
      ),
    );
    this.open(task);
  }

  /** Takes a puzzle to be changed. */
  open(task: Task): void {
    this.task = task;
    this.#selected = undefined;
    this.#form.assign({ shape: task.shape, kind: task.kind });
    this.#show();
  }

  #show(): void {
    const { shape, clues } = this.task;
    const spots = clueSpots(this.task);
    if (this.#selected !== undefined) {
      spots.set(this.#selected, { ...spots.get(this.#selected), tone: 'marked' });
    }
    this.board.show({ shape, spots, path: [] });
    const name = this.#selected === undefined ? '' : nameOf(shape, this.#selected);
    fill(this.#label, name === '' ? 'Step of a square' : `Step of ${name}, 1 to ${size(shape)}`);
    this.#number.value = String((this.#selected !== undefined && clues.get(this.#selected)) || '');
    this.#number.disabled = this.#selected === undefined;
  }

  #complain(text: string): void {
    fill(this.#note, text);
    this.#note.hidden = text === '';
    if (text !== '') {
      announce(text);
    }
  }

  #change(task: Task): void {
    this.task = task;
    this.#complain('');
    this.#show();
    this.#onChange();
  }

  #select(square: Square): void {
    if (this.task.shape.holes.has(square)) {
      this.#complain(`${nameOf(this.task.shape, square)} is a hole.`);
      return;
    }
    this.#selected = square;
    this.#complain('');
    this.#show();
    // Where there is no keyboard at hand, the field brings one.
    if (matchMedia('(pointer: coarse)').matches) {
      this.#number.focus();
      this.#number.select();
    }
  }

  /** A key on the board: digits are appended to the number of the square. */
  #typed(key: string, square: Square): boolean {
    const isDigit = /^\d$/.test(key);
    if (!isDigit && key !== 'Backspace' && key !== 'Delete') {
      return false;
    }
    if (this.task.shape.holes.has(square)) {
      this.#complain(`${nameOf(this.task.shape, square)} is a hole.`);
      return true;
    }
    const before = square === this.#selected ? this.#number.value : String(this.task.clues.get(square) ?? '');
    this.#selected = square;
    if (isDigit) {
      const longer = `${before}${key}`;
      this.#set(Number(longer) <= size(this.task.shape) ? longer : key);
    } else {
      this.#set(key === 'Delete' ? '' : before.slice(0, -1));
    }
    return true;
  }

  #set(text: string): void {
    const square = this.#selected;
    if (square === undefined) {
      this.#complain('Choose a square on the board first.');
      return;
    }
    const clues = new Map(this.task.clues);
    clues.delete(square);
    if (text !== '') {
      const step = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
      const why = Number.isNaN(step)
        ? `${text.slice(0, 20)} is no number`
        : clueRefusal({ ...this.task, clues }, square, step);
      if (why !== undefined) {
        // What is typed may be the beginning of a longer number: it stays in the field, and is no clue yet.
        this.#change({ ...this.task, clues });
        this.#number.value = text;
        this.#complain(sentence(why));
        return;
      }
      clues.set(square, step);
    }
    this.#change({ ...this.task, clues });
    announce(`${nameOf(this.task.shape, square)}: ${text === '' ? 'cleared' : `step ${text}`}.`);
  }

  /** Another board or kind: clues stay where their squares do. */
  #reshape(): void {
    const { shape, kind } = this.#form.state();
    const clues = new Map<Square, number>();
    for (const [square, step] of this.task.clues) {
      const there = squareOf(shape, nameOf(this.task.shape, square));
      if (there !== undefined && step <= size(shape)) {
        clues.set(there, step);
      }
    }
    this.#selected = undefined;
    this.#change({ shape, kind, clues });
  }
}
