// What is told of a film: what happens, the counters, and in the end what came of it and why.

import { button, fill, h, set } from '../dom.ts';
import { fileNameFor, saveJson } from '../download.ts';
import type { Film } from './film.ts';
import { counters, showCounters } from './lane.ts';
import { legendList, showLegend } from './legend.ts';
import { showReason } from './reason.ts';
import { caption, conclusion, shortcomings } from './words.ts';

const TONES = { found: 'good', impossible: 'bad', unknown: 'unknown' } as const;

export class Told {
  readonly element: HTMLElement;
  readonly #result = h('p', { class: 'note result', hidden: true });
  readonly #legend = legendList();
  readonly #words = h('p', { class: 'note caption' });
  readonly #list = h('dl', { class: 'counters' });
  readonly #remark = h('p', { class: 'note soft', hidden: true });
  readonly #certificate = button('Download the certificate', () => this.#save());
  readonly #decide: HTMLButtonElement;
  #film: Film | undefined;

  /** `controls` stand below the words; `onDecide` asks the method that always knows what to do. */
  constructor(controls: readonly HTMLElement[], onDecide: () => void) {
    this.#decide = button('Let auto decide', onDecide);
    this.element = h(
      'div',
      { class: 'filmed', hidden: true },
      this.#result,
      this.#legend,
      this.#certificate,
      this.#decide,
      this.#words,
      ...controls,
      this.#list,
      this.#remark,
    );
  }

  /** Tells of a moment; without a film, of nothing. */
  show(film: Film | undefined, moment: number): void {
    this.#film = film;
    const outcome = film?.answer.outcome;
    const end = film?.isEnd(moment) ? outcome : undefined;
    this.#result.hidden = !end;
    this.#certificate.hidden = end?.outcome !== 'impossible';
    this.#decide.hidden = end?.outcome !== 'unknown' || end.method === 'auto';
    this.#words.hidden = !film || film.length === 0;
    this.#list.hidden = this.#words.hidden;
    const reason = end?.outcome === 'impossible' ? end.reason : undefined;
    showLegend(this.#legend, film && reason ? showReason(reason, film.shape).legend : []);
    const remark = film ? shortcomings(film) : '';
    fill(this.#remark, remark);
    this.#remark.hidden = remark === '';
    if (film && outcome) {
      fill(this.#words, caption(film, moment));
      showCounters(this.#list, counters(film, moment));
      fill(this.#result, conclusion(outcome));
      set(this.#result, 'data-tone', TONES[outcome.outcome]);
    }
  }

  /** An outcome is itself a proof that `check-proof` reads. */
  #save(): void {
    const outcome = this.#film?.answer.outcome;
    if (outcome) {
      saveJson(outcome, fileNameFor('proof', outcome.problem.board, 'json'));
    }
  }
}
