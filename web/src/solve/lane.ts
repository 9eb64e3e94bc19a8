// One method at work on one board, with its counters: the whole room, or one lane of a race.

import { api, errorText } from '../api.ts';
import { Board, type BoardOptions } from '../board/board.ts';
import type { Scene } from '../board/scene.ts';
import { fill, h } from '../dom.ts';
import { some } from '../sentence.ts';
import type { Shape } from '../squares.ts';
import type { FilmAnswer, Method, Problem, Solving } from '../wire.ts';
import { Film } from './film.ts';
import { showReason } from './reason.ts';
import { sceneAt, type ViewOptions } from './view.ts';
import { caption, elapsed, progress, verdict } from './words.ts';

/** On larger boards there is no film; the finished tour is followed instead. */
const MOST_FILMED = 10_000;

/** Asks for a film of a method. */
export async function shoot(
  problem: Problem,
  solving: Solving,
  shape: Shape,
  signal: AbortSignal,
): Promise<Film> {
  const body = { ...problem, ...solving };
  if (shape.files * shape.ranks <= MOST_FILMED) {
    return new Film(await api.film(body, signal), shape);
  }
  const outcome = await api.solve(body, signal);
  const { schema, version } = outcome;
  const answer: FilmAnswer = {
    schema,
    version,
    outcome,
    events: [],
    networks: [],
    trail_moves: [],
    trails: [],
    cut: false,
  };
  return new Film(answer, shape);
}

/** What the board shows of a film at a moment: at the end of one without a tour, the reason. */
export function sceneOf(film: Film, moment: number, options: ViewOptions): Scene {
  const { outcome } = film.answer;
  if (film.isEnd(moment) && outcome.outcome === 'impossible') {
    return { shape: film.shape, path: [], ...showReason(outcome.reason, film.shape) };
  }
  return sceneAt(film, moment, options);
}

/** The counters at a moment, as pairs of name and value. */
export function counters(film: Film, moment: number): [string, string][] {
  const { moves, retreats, walks } = film.tally(moment);
  const picture = film.picture(moment);
  const pairs: [string, string][] = [];
  if (picture?.what === 'network') {
    pairs.push(['Attempt', `${picture.attempt}`], ['Sweep', `${picture.sweep}`]);
    pairs.push(['Moves on', `${picture.moves.length / 2}`]);
  } else {
    pairs.push(['Squares', progress(film, moment)]);
  }
  if (picture?.what === 'trails') {
    pairs.push(['Cycle', `${picture.cycle}`]);
  }
  if (!film.isRetold && picture?.what !== 'network') {
    pairs.push(['Moves', moves.toLocaleString('en')], ['Retreats', retreats.toLocaleString('en')]);
    pairs.push(['Walks begun', walks.toLocaleString('en')]);
  }
  pairs.push(['Time taken', elapsed(film.answer.outcome.stats.elapsed_ms)]);
  return pairs;
}

/** What has been done up to a moment, in a line. */
function work(film: Film, moment: number): string {
  const picture = film.picture(moment);
  if (picture?.what === 'network') {
    return `${some(picture.sweep, 'sweep')}, ${some(picture.moves.length / 2, 'move')} on`;
  }
  const { moves, retreats } = film.tally(moment);
  return `${progress(film, moment)} squares, ${some(moves, 'move')}, ${some(retreats, 'retreat')}`;
}

/** A list of counters. */
export function showCounters(list: HTMLElement, pairs: readonly (readonly [string, string])[]): void {
  fill(list, ...pairs.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))));
}

/** A lane of a race. */
export class Lane {
  readonly element: HTMLElement;
  readonly method: Method;
  readonly board: Board;
  readonly #tally = h('p', { class: 'note lane-words' });
  readonly #words = h('p', { class: 'note lane-words' });
  film: Film | undefined;
  trouble: string | undefined;

  constructor(method: Method, options: Omit<BoardOptions, 'label'>) {
    this.method = method;
    this.board = new Board({ ...options, label: `Board of ${method}` });
    this.element = h(
      'section',
      { class: 'lane', 'aria-label': method },
      h('h2', {}, method),
      this.board.element,
      this.#tally,
      this.#words,
    );
  }

  async shoot(problem: Problem, solving: Solving, shape: Shape, signal: AbortSignal): Promise<void> {
    this.film = undefined;
    this.trouble = undefined;
    this.say('At work');
    try {
      this.film = await shoot(problem, solving, shape, signal);
    } catch (error) {
      if (signal.aborted) {
        throw error;
      }
      this.trouble = errorText(error);
      this.say(this.trouble);
    }
  }

  say(text: string, tally = ''): void {
    fill(this.#tally, tally);
    fill(this.#words, text);
  }

  /** Shows a moment of the race: whoever has finished waits at its end. */
  show(moment: number, options: ViewOptions): void {
    const { film } = this;
    if (!film) {
      return;
    }
    const at = Math.min(moment, film.length);
    this.board.show(sceneOf(film, at, options));
    const { outcome, cut } = film.answer;
    const took = `${cut ? 'film cut, ' : ''}${some(film.length, 'moment')}, ${elapsed(outcome.stats.elapsed_ms)}`;
    this.say(film.isEnd(at) ? `Finished: ${verdict(outcome)} (${took})` : caption(film, at), work(film, at));
  }
}
