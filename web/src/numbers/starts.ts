// Every start square of a board at a glance.

import { api, errorText, isAborted } from '../api.ts';
import type { Scene, Spot } from '../board/scene.ts';
import { button, fill, h } from '../dom.ts';
import { some } from '../sentence.ts';
import type { Kind } from '../setup.ts';
import { boardText, nameOf, type Shape, type Square, size, squareOf } from '../squares.ts';
import type { StartsAnswer } from '../wire.ts';
import { type Desk, note, type Part } from './part.ts';
import { problem } from './question.ts';

interface Found {
  shape: Shape;
  kind: Kind;
  answer: StartsAnswer;
}

const WORDS: Record<Kind, string> = { any: 'a tour', closed: 'a closed tour', open: 'an open tour' };

/** `look` asks without being told to, as long as the board shows nothing else. */
export function startsPart(desk: Desk): Part & { look(): void } {
  let found: Found | undefined;
  let asking: AbortController | undefined;
  const told = note();
  const legend = h('ul', { class: 'marks', hidden: true });
  const press = button('Show all start squares', () => ask(desk.show));

  async function ask(show: (part: Part) => void): Promise<void> {
    asking?.abort();
    const mine = new AbortController();
    asking = mine;
    const { shape, kind } = desk;
    told.say('Looking at every square …');
    try {
      const answer = await api.starts(problem(shape, kind), mine.signal);
      found = { shape, kind, answer };
      told.say(sentence(found));
      fill(legend, ...legendOf(found));
      legend.hidden = false;
      show(part);
    } catch (error) {
      if (!isAborted(error)) {
        told.say(errorText(error), 'bad');
      }
    }
  }

  const part = {
    element: h(
      'section',
      { class: 'card' },
      h('h2', {}, 'Where can a tour start?'),
      press,
      told.element,
      legend,
    ),
    look: () => ask(desk.offer),
    scene: () => found && startsScene(found),
    changed: () => {
      asking?.abort();
      found = undefined;
      told.say('');
      legend.hidden = true;
    },
    choose: (square: Square) => {
      if (found && !found.shape.holes.has(square)) {
        location.hash = solveLink(found.shape, found.kind, square);
      }
    },
  };
  return part;
}

/** Opens a square in Solve, and lets it run. */
export function solveLink(shape: Shape, kind: Kind, square: Square): string {
  const demand = kind === 'any' ? '' : `&kind=${kind}`;
  return `#solve?board=${boardText(shape)}&from=${nameOf(shape, square)}${demand}&go=1`;
}

/** The answer in words. */
function sentence({ shape, kind, answer }: Found): string {
  const undecided = answer.unknown?.length ?? 0;
  const rule = answer.rule ? `: ${answer.rule}` : '';
  const open = undecided > 0 ? `; ${undecided} undecided` : '';
  return `${capital(WORDS[kind])} starts on ${answer.count.toLocaleString('en')} of ${some(size(shape), 'square')}${rule}${open}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function legendOf({ shape, answer }: Found): HTMLElement[] {
  const undecided = answer.unknown?.length ?? 0;
  const entries = [
    ['good', 'a tour starts here', answer.count],
    ['bad', 'none does', size(shape) - answer.count - undecided],
    ['unknown', 'undecided in the time given', undecided],
  ] as const;
  return [
    ...entries
      .filter(([, , squares]) => squares > 0)
      .map(([tone, text]) => h('li', { 'data-tone': tone }, text)),
    h('li', {}, 'Choose a square to see its tour, or why it has none.'),
  ];
}

/** Marks differ in shape and not only in colour. */
function startsScene({ shape, answer }: Found): Scene {
  const spots = new Map<Square, Spot>();
  for (let square = 0; square < shape.files * shape.ranks; square += 1) {
    if (!shape.holes.has(square)) {
      spots.set(square, { tone: 'bad', heat: 0.3, dot: 'bad', label: 'no tour starts here' });
    }
  }
  const put = (names: readonly string[], spot: Spot) => {
    for (const name of names) {
      const square = squareOf(shape, name);
      if (square !== undefined) {
        spots.set(square, spot);
      }
    }
  };
  put(answer.starts, { tone: 'good', heat: 0.3, dot: 'good', label: 'a tour starts here' });
  put(answer.unknown ?? [], { tone: 'unknown', heat: 0.3, dot: 'unknown', label: 'undecided' });
  return { shape, spots, path: [] };
}
