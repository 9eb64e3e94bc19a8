// A film of a method at work. Pure code: what the board looked like at any moment, forwards, backwards, at once.
//
// All paths of a film are branches of one tree: a visit grows it by a square, a retreat goes back to the parent.
// So a moment is one node of the tree and a few counters, and jumping to it costs no more than drawing it.

import { type Shape, type Square, squareOf } from '../squares.ts';
import type { FilmAnswer } from '../wire.ts';

/** What happened at a moment. */
export type Event =
  | { what: 'nothing' }
  | { what: 'visit'; square: Square; step: number }
  | { what: 'retreat'; square: Square | undefined; step: number }
  | { what: 'walk'; square: Square; walk: number }
  | { what: 'network'; attempt: number; sweep: number; moves: readonly number[] }
  | { what: 'trails'; cycle: number; strengths: readonly number[] }
  | { what: 'tour' };

/** What has been done up to a moment. */
export interface Tally {
  /** How many squares the path has. */
  step: number;
  moves: number;
  retreats: number;
  walks: number;
}

const RETREAT = -1;
const NETWORK = -2;
const TRAILS = -3;
const WALK = -4;
const NOWHERE = -1;

export class Film {
  /** The last moment; the first is 0, before anything happened. */
  readonly length: number;
  readonly answer: FilmAnswer;
  readonly shape: Shape;
  /** The squares of the tour that was found. */
  readonly tour: readonly Square[];
  /** The method told nothing of its work: the film shows the finished tour, step by step. */
  readonly isRetold: boolean;
  readonly #events: readonly number[];
  // The tree.
  readonly #square: number[] = [];
  readonly #parent: number[] = [];
  readonly #depth: number[] = [];
  // By moment.
  readonly #node: Int32Array;
  readonly #moves: Int32Array;
  readonly #retreats: Int32Array;
  readonly #walks: Int32Array;
  readonly #networks: Int32Array;
  readonly #trails: Int32Array;

  constructor(answer: FilmAnswer, shape: Shape) {
    this.answer = answer;
    this.shape = shape;
    const { outcome } = answer;
    const tour = outcome.outcome === 'found' ? outcome.squares : [];
    this.tour = tour.map((name) => squareOf(shape, name)).filter((square) => square !== undefined);
    this.isRetold = answer.events.length === 0 && this.tour.length > 0;
    this.#events = this.isRetold ? this.tour : answer.events;
    const moments = this.#events.length + 1;
    this.#node = new Int32Array(moments);
    this.#moves = new Int32Array(moments);
    this.#retreats = new Int32Array(moments);
    this.#walks = new Int32Array(moments);
    this.#networks = new Int32Array(moments);
    this.#trails = new Int32Array(moments);
    this.#node[0] = NOWHERE;
    for (const [at, event] of this.#events.entries()) {
      this.#grow(at + 1, event);
    }
    // Networks, ants and films that were cut do not end with the tour on the board.
    const last = this.path(this.#events.length);
    const endsWithTour =
      last.length === this.tour.length && last.every((square, at) => square === this.tour[at]);
    this.length = this.#events.length + (this.tour.length > 0 && !endsWithTour ? 1 : 0);
  }

  #grow(moment: number, event: number): void {
    const before = this.#node[moment - 1] ?? NOWHERE;
    for (const counter of [this.#moves, this.#retreats, this.#walks, this.#networks, this.#trails]) {
      counter[moment] = counter[moment - 1] ?? 0;
    }
    this.#node[moment] = before;
    if (event >= 0) {
      this.#node[moment] = this.#visit(event, before);
      if (before !== NOWHERE) {
        count(this.#moves, moment);
      }
    } else if (event === RETREAT) {
      this.#node[moment] = this.#parent[before] ?? NOWHERE;
      count(this.#retreats, moment);
    } else if (event === NETWORK) {
      count(this.#networks, moment);
    } else if (event === TRAILS) {
      count(this.#trails, moment);
    } else {
      this.#node[moment] = this.#visit(WALK - event, NOWHERE);
      count(this.#walks, moment);
    }
  }

  #visit(square: Square, from: number): number {
    this.#parent.push(from);
    this.#depth.push(1 + (this.#depth[from] ?? 0));
    return this.#square.push(square) - 1;
  }

  /** Is this the end? */
  isEnd(moment: number): boolean {
    return moment >= this.length;
  }

  /** Where the knight has been, in order. */
  path(moment: number): Square[] {
    if (moment > this.#events.length) {
      return [...this.tour];
    }
    return this.#branch(this.#node[moment] ?? NOWHERE);
  }

  #branch(node: number): Square[] {
    const path: Square[] = new Array(this.#depth[node] ?? 0);
    for (let at = path.length - 1, here = node; at >= 0; at -= 1) {
      path[at] = this.#square[here] ?? 0;
      here = this.#parent[here] ?? NOWHERE;
    }
    return path;
  }

  tally(moment: number): Tally {
    const at = Math.min(moment, this.#events.length);
    return {
      step: moment > at ? this.tour.length : (this.#depth[this.#node[at] ?? NOWHERE] ?? 0),
      moves: this.#moves[at] ?? 0,
      retreats: this.#retreats[at] ?? 0,
      walks: this.#walks[at] ?? 0,
    };
  }

  /** What happened last. */
  event(moment: number): Event {
    if (moment > this.#events.length) {
      return { what: 'tour' };
    }
    const event = moment > 0 ? this.#events[moment - 1] : undefined;
    const node = this.#node[moment] ?? NOWHERE;
    if (event === undefined) {
      return { what: 'nothing' };
    }
    if (event >= 0) {
      return { what: 'visit', square: event, step: this.#depth[node] ?? 0 };
    }
    if (event === RETREAT) {
      return { what: 'retreat', square: this.#square[node], step: this.#depth[node] ?? 0 };
    }
    if (event === NETWORK || event === TRAILS) {
      return this.picture(moment) ?? { what: 'nothing' };
    }
    return { what: 'walk', square: WALK - event, walk: this.#walks[moment] ?? 0 };
  }

  /** The network or the trails that are to be seen: the last ones, while no knight walks. */
  picture(moment: number): Extract<Event, { what: 'network' | 'trails' }> | undefined {
    const at = Math.min(moment, this.#events.length);
    const network = this.answer.networks[(this.#networks[at] ?? 0) - 1];
    if (network) {
      return { what: 'network', ...network };
    }
    const trails = this.answer.trails[(this.#trails[at] ?? 0) - 1];
    return trails ? { what: 'trails', ...trails } : undefined;
  }

  /**
   * Squares that were left again within so many moments, and how fresh that is, from 0 to 1. A new walk
   * leaves all squares of the one before; with ants, whose walks are many, that would only be noise.
   */
  left(moment: number, window: number): Map<Square, number> {
    const left = new Map<Square, number>();
    const until = Math.min(moment, this.#events.length);
    for (let at = Math.max(1, until - window + 1); at <= until; at += 1) {
      const event = this.#events[at - 1] ?? 0;
      const before = this.#node[at - 1] ?? NOWHERE;
      const freshness = 1 - (until - at) / window;
      if (event === RETREAT && before !== NOWHERE) {
        left.set(this.#square[before] ?? 0, freshness);
      } else if (event <= WALK && this.answer.trails.length === 0) {
        for (const square of this.#branch(before)) {
          left.set(square, freshness);
        }
      }
    }
    for (const square of left.size > 0 ? this.path(moment) : []) {
      left.delete(square);
    }
    return left;
  }
}

function count(counter: Int32Array, moment: number): void {
  counter[moment] = (counter[moment] ?? 0) + 1;
}
