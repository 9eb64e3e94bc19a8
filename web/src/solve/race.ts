// A race: several methods on the same board, side by side, on one clock.

import type { BoardOptions } from '../board/board.ts';
import type { Scene } from '../board/scene.ts';
import { fill, h } from '../dom.ts';
import { some } from '../sentence.ts';
import type { Shape } from '../squares.ts';
import type { Method, Problem, Solving } from '../wire.ts';
import { Lane } from './lane.ts';
import type { ViewOptions } from './view.ts';
import { elapsed, verdict } from './words.ts';

export class Race {
  readonly element = h('div', { class: 'race' });
  readonly table = h('div', { class: 'results', hidden: true });
  readonly #options: Omit<BoardOptions, 'label'>;
  #lanes: Lane[] = [];

  constructor(options: Omit<BoardOptions, 'label'>) {
    this.#options = options;
  }

  /** Who takes part. */
  between(methods: readonly Method[], scene: Scene): void {
    const isSame =
      methods.length === this.#lanes.length && this.#lanes.every((lane, at) => lane.method === methods[at]);
    if (!isSame) {
      this.#lanes = methods.map((method) => new Lane(method, this.#options));
      fill(this.element, ...this.#lanes.map((lane) => lane.element));
      this.element.dataset.lanes = String(methods.length);
    }
    this.table.hidden = true;
    for (const lane of this.#lanes) {
      lane.film = undefined;
      lane.trouble = undefined;
      lane.say('Ready');
      lane.board.show(scene);
    }
  }

  /** Lets each do its work, one after the other, so that none takes time from another. */
  async shoot(
    problem: Problem,
    solving: (method: Method) => Solving,
    shape: Shape,
    signal: AbortSignal,
  ): Promise<void> {
    for (const lane of this.#lanes) {
      await lane.shoot(problem, solving(lane.method), shape, signal);
    }
  }

  get length(): number {
    return Math.max(0, ...this.lengths);
  }

  /** The moments at which the methods come in. */
  get lengths(): number[] {
    return this.#lanes.map(({ film }) => film?.length ?? 0);
  }

  show(moment: number, options: ViewOptions): void {
    for (const lane of this.#lanes) {
      lane.show(moment, options);
    }
    this.table.hidden = moment < this.length;
    if (!this.table.hidden) {
      this.#showTable();
    }
  }

  /** The order of finishing: first who found a tour or a proof, by moments of the film; then the others. */
  #order(): Lane[] {
    const rank = ({ film, trouble }: Lane) =>
      trouble !== undefined || !film
        ? 3
        : film.answer.outcome.outcome === 'unknown'
          ? 2
          : film.answer.cut
            ? 1
            : 0;
    // Films that were cut are equally long; what their methods did is not.
    const work = ({ film }: Lane) =>
      film?.answer.cut ? film.answer.outcome.stats.steps : (film?.length ?? 0);
    return [...this.#lanes].sort((a, b) => rank(a) - rank(b) || work(a) - work(b));
  }

  /** Who came in first, in a sentence. */
  result(): string {
    const told = this.#order().map(({ method, film, trouble }) =>
      film ? `${method} (${verdict(film.answer.outcome)})` : `${method} (${trouble ?? 'not run'})`,
    );
    return `In order of finishing: ${told.join(', ')}.`;
  }

  #showTable(): void {
    const cell = (text: string) => h('td', {}, text);
    const rows = this.#order().map(({ method, film, trouble }, at) => {
      const outcome = film?.answer.outcome;
      const what = outcome ? verdict(outcome) : (trouble ?? 'not run');
      const { steps, retreats, elapsed_ms } = outcome?.stats ?? {};
      return h(
        'tr',
        {},
        cell(`${at + 1}`),
        h('th', { scope: 'row' }, method, h('span', {}, film?.answer.cut ? `${what} (film cut)` : what)),
        cell(steps?.toLocaleString('en') ?? ''),
        cell(retreats?.toLocaleString('en') ?? ''),
        cell(elapsed_ms === undefined ? '' : elapsed(elapsed_ms)),
      );
    });
    const heads = ['', 'Method', 'Steps', 'Retreats', 'Time'].map((text) => h('th', { scope: 'col' }, text));
    fill(
      this.table,
      h(
        'table',
        {},
        h('caption', {}, 'In order of finishing'),
        h('thead', {}, h('tr', {}, ...heads)),
        h('tbody', {}, ...rows),
      ),
      h('p', { class: 'note soft' }, `${some(this.length, 'moment')} in all, on one clock.`),
    );
  }
}
