// How many tours there are: a job of the server, which goes on while other rooms are open.

import { errorText } from '../api.ts';
import { button, choice, fill, h, labelled, set, unlessDouble } from '../dom.ts';
import { begin, type Running } from '../jobs.ts';
import { announce } from '../room.ts';
import { boardText, type Shape } from '../squares.ts';
import type { CountAnswer } from '../wire.ts';
import { grouped, progressText } from './figures.ts';
import { heatScene } from './heat.ts';
import { type Desk, note, type Part } from './part.ts';
import { counting, problem, usual, WAYS, type Way } from './question.ts';

interface Counted {
  shape: Shape;
  answer: CountAnswer;
}

export function countPart(desk: Desk): Part & { way(): Way; choose?: never } {
  let way: Way = usual(desk.kind);
  let isChosen = false;
  let running: Running<CountAnswer> | undefined;
  let counted: Counted | undefined;

  const ways = choice(WAYS, way, (chosen) => {
    way = chosen;
    isChosen = true;
  });
  const start = button('Count', () => count(), { class: 'main' });
  const cancel = button(
    'Cancel',
    unlessDouble(() => running?.cancel()),
    { hidden: true },
  );
  const bar = h('progress', { max: 1, 'aria-label': 'How far the count has come' });
  const how = h('p', { class: 'note soft' });
  const progress = h('div', { class: 'stack', hidden: true }, bar, how);
  const told = note();
  const result = h('div', { class: 'stack', hidden: true });

  function render(): void {
    set(start, 'disabled', running !== undefined);
    set(cancel, 'hidden', running === undefined);
    set(progress, 'hidden', running === undefined);
    set(result, 'hidden', counted === undefined);
    if (counted) {
      fill(result, ...resultOf(counted));
    }
  }

  async function count(): Promise<void> {
    const { shape, kind } = desk;
    const name = boardText(shape);
    counted = undefined;
    bar.removeAttribute('value');
    fill(how, 'Preparing …');
    told.say(`Counting ${name} …`);
    const mine = begin('count', { ...problem(shape, kind), ...counting(way) }, (progress) => {
      bar.value = progress.done;
      fill(how, progressText(progress));
    });
    running = mine;
    render();
    start.hidden = true;
    cancel.focus();
    try {
      const answer = await mine.answer;
      if (answer.count === null) {
        told.say(`Not counted: ${answer.tried ?? answer.stopped_by ?? 'it took too much'}.`, 'bad');
      } else {
        counted = { shape, answer };
        told.say('');
        announce(`${name}: ${answer.count} ${answer.convention}`);
      }
    } catch (error) {
      const text = errorText(error);
      told.say(text === 'cancelled' ? `The count of ${name} was cancelled.` : text, 'bad');
    }
    const hadFocus = document.activeElement === cancel;
    running = undefined;
    start.hidden = false;
    render();
    if (hadFocus) {
      start.focus();
    }
    desk.show(part);
  }

  const part = {
    element: h(
      'section',
      { class: 'card' },
      h('h2', {}, 'How many are there?'),
      labelled('What counts as one tour', ways),
      h('div', { class: 'row' }, start, cancel),
      progress,
      told.element,
      result,
    ),
    way: () => way,
    scene: () => (counted?.answer.by_start ? heatScene(counted.shape, counted.answer) : undefined),
    changed: () => {
      if (!isChosen) {
        way = usual(desk.kind);
        ways.value = way;
      }
      if (!running) {
        told.say('');
      }
      counted = undefined;
      render();
    },
  };
  return part;
}

/** The number, and always what it is a number of. */
function resultOf({ shape, answer }: Counted): HTMLElement[] {
  const digits = answer.count ?? '';
  const copied = h('span', { role: 'status' });
  const copy = button('Copy', async () => {
    try {
      await navigator.clipboard.writeText(digits);
      fill(copied, 'Copied.');
    } catch {
      fill(copied, 'The browser does not allow it: mark the number and copy it.');
    }
  });
  return [
    h('output', { class: 'figure' }, grouped(digits)),
    h('p', { class: 'note' }, `${answer.convention}, on ${boardText(shape)}`),
    h('div', { class: 'row' }, copy, copied),
  ];
}
