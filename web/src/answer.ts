// The answer beside the board: a headline, a text of three lines and two buttons. It keeps its place in all states.

import { button, fill, h, set } from './dom.ts';
import { announce } from './page.ts';
import { t } from './texts.ts';

export interface Action {
  text: string;
  act: () => void;
  /** True for the one filled button of the page. */
  isMain?: boolean;
}

export interface AnswerContent {
  head: string;
  text: string;
  tone?: 'bad' | 'good' | undefined;
  /** From 0 to 3 stars before the headline. */
  stars?: number | undefined;
  actions?: readonly Action[];
  /** The announcement. Without it, the headline and the text are announced. */
  voice?: string;
}

/** The length of a text that fits into three lines. The rest opens with “More”. */
const THREE_LINES = 128;

export class AnswerView {
  readonly element = h('section', { class: 'answer', 'aria-label': t.shell.answer });
  readonly #busy = h('div', { class: 'busy', hidden: true });
  readonly #head = h('h2');
  readonly #text = h('p', { class: 'say' });
  readonly #buttons = h('div', { class: 'buttons' });
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    fill(this.element, this.#busy, this.#head, this.#text, this.#buttons);
  }

  show(content: AnswerContent): void {
    this.rest();
    const { head, text, tone, stars, actions = [] } = content;
    const sign =
      stars === undefined ? '' : h('span', { class: 'stars', 'aria-hidden': 'true' }, starText(stars));
    fill(this.#head, sign, sign && ' ', head);
    set(this.#head, 'data-tone', tone);
    this.#fillText(text);
    fill(
      this.#buttons,
      ...actions.map((action) => button(action.text, action.act, { class: action.isMain ? 'main' : null })),
    );
    announce(content.voice ?? `${head}. ${text}`);
  }

  #fillText(text: string): void {
    if (text.length <= THREE_LINES) {
      fill(this.#text, text);
      return;
    }
    const cut = text.lastIndexOf(' ', THREE_LINES - 20);
    const more = button(t.shell.more, () => fill(this.#text, text), { class: 'link' });
    fill(this.#text, `${text.slice(0, cut)} … `, more);
  }

  /** Shows progress after 300 ms, until the next answer. */
  wait(head: (ms: number) => string, text: string, stop: () => void): void {
    this.rest();
    const since = performance.now();
    const timer = setInterval(() => {
      const ms = performance.now() - since;
      if (ms < 300) {
        return;
      }
      if (this.#busy.hidden) {
        this.#busy.hidden = false;
        set(this.#head, 'data-tone', null);
        this.#fillText(text);
        fill(this.#buttons, button(t.solve.stop, stop));
      }
      fill(this.#head, head(ms));
    }, 100);
    this.#timer = timer;
  }

  /** Shows a text in place of the progress text. */
  say(text: string): void {
    this.#fillText(text);
  }

  /** Ends the progress. */
  rest(): void {
    clearInterval(this.#timer);
    this.#busy.hidden = true;
  }
}

/** Returns three stars, some of them filled. */
export function starText(stars: number): string {
  return '★★★'.slice(0, stars) + '☆☆☆'.slice(stars);
}
