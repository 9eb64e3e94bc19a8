// A puzzle to keep: its link, and a sheet on paper.

import { api, errorText } from '../api.ts';
import { button, fill, h, labelled, set } from '../dom.ts';
import { fileNameFor, save } from '../download.ts';
import { problemOf, queryOf, type Task } from '../play/task.ts';
import { addressOf, announce } from '../room.ts';
import { sentence } from '../sentence.ts';

export interface Share {
  readonly element: HTMLElement;
  /** The address has changed. */
  show(): void;
}

/**
 * The sheet of a puzzle: the numbers, and its solution upside down below them. A puzzle that is none (yet)
 * has a sheet without a solution; then `doubt` says why.
 */
async function sheet(task: Task): Promise<{ blob: Blob; doubt?: string }> {
  const problem = problemOf(task);
  try {
    return { blob: await api.file('puzzle-sheet', { ...problem, solution: true }) };
  } catch (error) {
    const blob = await api.file('puzzle-sheet', { ...problem, solution: false });
    return { blob, doubt: errorText(error) };
  }
}

/** Prints a picture, and nothing else of the page. */
async function print(picture: Blob): Promise<void> {
  const address = URL.createObjectURL(picture);
  const image = h('img', { src: address, alt: 'The puzzle' });
  const page = h('div', { class: 'sheet' }, image);
  document.body.append(page);
  const end = () => {
    page.remove();
    URL.revokeObjectURL(address);
  };
  try {
    await image.decode();
  } catch {
    end();
    throw new Error('the sheet cannot be shown here');
  }
  addEventListener('afterprint', end, { once: true });
  window.print();
}

/** A card that shares the puzzle of the room. */
export function share(task: () => Task): Share {
  const note = h('p', { class: 'note', hidden: true });
  const link = h('input', { type: 'text', readonly: true, onfocus: () => link.select() });
  const element = h(
    'section',
    { class: 'card', 'aria-label': 'Share and print' },
    h('h2', {}, 'Share and print'),
    labelled('This link holds the whole puzzle', link),
    h(
      'div',
      { class: 'row' },
      button('Copy the link', () => copy()),
      button('Print', () => onSheet(print)),
      button('Download the sheet', () =>
        onSheet(async (blob) => {
          save(blob, fileNameFor('puzzle', problemOf(task()).board, 'svg'));
        }),
      ),
    ),
    note,
  );

  function tell(text: string, tone: string): void {
    fill(note, text);
    note.hidden = text === '';
    set(note, 'data-tone', tone);
    announce(text);
  }

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(link.value);
      tell('The link was copied.', 'good');
    } catch {
      // Without a safe connection the browser lets nobody write there.
      link.focus();
      link.select();
      tell('The link is selected: copy it with Ctrl+C, or press it for long.', 'plain');
    }
  }

  async function onSheet(deed: (blob: Blob) => Promise<void>): Promise<void> {
    tell('Drawing the sheet…', 'plain');
    try {
      const { blob, doubt } = await sheet(task());
      tell(
        doubt ? sentence(`the sheet has no solution on it: ${doubt}`) : 'The sheet is ready.',
        doubt ? 'unknown' : 'good',
      );
      await deed(blob);
    } catch (error) {
      tell(sentence(errorText(error)), 'bad');
    }
  }

  return {
    element,
    show() {
      link.value = new URL(addressOf('puzzle', queryOf(task())), location.href).href;
      note.hidden = true;
    },
  };
}
