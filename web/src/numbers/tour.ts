// One tour among all: a random one, its number, and the tour of a number.

import { api, errorText, isAborted } from '../api.ts';
import type { Scene, Spot } from '../board/scene.ts';
import { button, fill, h, labelled, set } from '../dom.ts';
import type { Kind } from '../setup.ts';
import { boardText, type Shape, type Square, squareOf } from '../squares.ts';
import { digitsOf, grouped } from './figures.ts';
import { type Desk, note, type Part } from './part.ts';
import { problem } from './question.ts';

interface Shown {
  shape: Shape;
  kind: Kind;
  names: string[];
  isClosed: boolean;
}

export function tourPart(desk: Desk): Part & { open(names: string[], isClosed: boolean): void } {
  let shown: Shown | undefined;
  let asking: AbortController | undefined;
  const told = note();
  const wrong = h('p', { class: 'note', 'data-tone': 'bad', role: 'alert' });
  const random = button('A random tour', () => sample(), { class: 'main' });
  const its = button('Its number', () => rank(), { disabled: true });
  const number = h('input', { type: 'text', inputmode: 'numeric', autocomplete: 'off', placeholder: '4711' });
  const form = h(
    'form',
    {
      class: 'row end',
      onsubmit: (event) => {
        event.preventDefault();
        unrank();
      },
    },
    labelled('The tour with the number', number),
    h('button', { type: 'submit' }, 'Show it'),
  );

  /** Asks one thing at a time: the last one asked is the one that counts. */
  async function ask(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    asking?.abort();
    const mine = new AbortController();
    asking = mine;
    fill(wrong);
    told.say('One moment …');
    try {
      await work(mine.signal);
    } catch (error) {
      if (!isAborted(error)) {
        told.say(errorText(error), 'bad');
      }
    }
  }

  function say(text: string): void {
    told.say(text);
  }

  function show(names: string[], isClosed: boolean): void {
    shown = { shape: desk.shape, kind: desk.kind, names, isClosed };
    set(its, 'disabled', false);
    desk.show(part);
  }

  function sample(): Promise<void> {
    // A seed that is told makes the same draw again, here and on the command line.
    const seed = Math.floor(Math.random() * 1_000_000_000);
    return ask(async (signal) => {
      const { tours, of, convention, tried, stopped_by } = await api.sample(
        { ...problem(desk.shape, desk.kind), n: 1, seed },
        signal,
      );
      const names = tours[0];
      if (of === undefined) {
        told.say(`None was drawn: ${tried ?? stopped_by ?? 'it took too much'}.`, 'bad');
        return;
      }
      if (!names) {
        say(`There is none to draw: ${of} ${convention}.`);
        return;
      }
      fill(random, 'Another one');
      show(names, desk.kind === 'closed');
      say(`One of ${grouped(of)} ${convention}, each as likely as any other; seed ${seed}.`);
    });
  }

  function rank(): Promise<void> {
    return ask(async (signal) => {
      if (shown) {
        const { shape, kind, names } = shown;
        const answer = await api.rank({ ...problem(shape, kind), squares: names }, signal);
        if (answer.rank === null || answer.of === null) {
          told.say(
            `Its number was not found: ${answer.tried ?? answer.stopped_by ?? 'too much work'}.`,
            'bad',
          );
          return;
        }
        number.value = answer.rank;
        say(numberText(answer.rank, answer.of, answer.convention));
      }
    });
  }

  async function unrank(): Promise<void> {
    const digits = digitsOf(number.value);
    set(number, 'aria-invalid', digits === undefined ? 'true' : null);
    if (digits === undefined) {
      fill(wrong, 'write a whole number, such as 4711');
      return;
    }
    await ask(async (signal) => {
      const answer = await api.unrank({ ...problem(desk.shape, desk.kind), index: digits }, signal);
      if (answer.outcome === 'found' && answer.of !== null) {
        show(answer.squares, answer.closed);
        say(numberText(answer.rank, answer.of, answer.convention));
      } else {
        told.say(`Not found: ${'tried' in answer ? answer.tried : 'it took too much'}.`, 'bad');
      }
    });
  }

  const part = {
    element: h(
      'section',
      { class: 'card' },
      h('h2', {}, 'One of them'),
      h('div', { class: 'row' }, random, its),
      form,
      wrong,
      told.element,
    ),
    open: (names: string[], isClosed: boolean) => {
      show(names, isClosed);
      rank();
    },
    scene: () => shown && tourScene(shown),
    changed: () => {
      asking?.abort();
      shown = undefined;
      set(its, 'disabled', true);
      fill(random, 'A random tour');
      fill(wrong);
      told.say('');
    },
  };
  return part;
}

function numberText(rank: string, of: string, convention: string): string {
  const last = (BigInt(of) - 1n).toString();
  return `Number ${grouped(rank)} of ${grouped(of)} ${convention}, which run from 0 to ${grouped(last)}.`;
}

/** A tour with its steps. */
function tourScene({ shape, names, isClosed }: Shown): Scene {
  const path = names.map((name) => squareOf(shape, name)).filter((square) => square !== undefined);
  const spots = new Map<Square, Spot>();
  for (const [at, square] of path.entries()) {
    const tone = at === 0 ? 'start' : at === path.length - 1 && !isClosed ? 'end' : undefined;
    spots.set(square, { ...(tone ? { tone } : {}), text: String(at + 1) });
  }
  return { shape, spots, path, isClosed };
}

/** Opens a tour in this room, to see its number. */
export function numberLink(shape: Shape, names: readonly string[], isClosed: boolean): string {
  return `#numbers?board=${boardText(shape)}&kind=${isClosed ? 'closed' : 'any'}&squares=${names.join(',')}`;
}
