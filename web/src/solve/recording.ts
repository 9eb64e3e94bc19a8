// The recording of a search: the path after any number of events.
//
// All paths of a recording are branches of one tree: a visit adds a node, a backtrack returns to the parent. So
// a position is a node and a few counters, and seeking takes no longer than drawing.

import type { RecordingAnswer } from '../api.ts';
import { type Shape, type Square, squaresNamed } from '../squares.ts';

const BACKTRACK = -1;
const NETWORK = -2;
const TRAILS = -3;
const WALK = -4;
const NOWHERE = -1;

export class Recording {
  /** The number of events. Position 0 is before the first one. */
  readonly length: number;
  readonly answer: RecordingAnswer;
  readonly shape: Shape;
  /** The squares of the tour, if one was found. */
  readonly tour: readonly Square[];
  readonly #events: readonly number[];
  // The tree, by node.
  readonly #square: number[] = [];
  readonly #parent: number[] = [];
  readonly #depth: number[] = [];
  // By position.
  readonly #node: Int32Array;
  readonly #networks: Int32Array;
  readonly #trails: Int32Array;

  constructor(answer: RecordingAnswer, shape: Shape) {
    this.answer = answer;
    this.shape = shape;
    const { outcome } = answer;
    this.tour = outcome.outcome === 'found' ? squaresNamed(shape, outcome.squares) : [];
    this.#events = answer.events.length === 0 ? this.tour : answer.events;
    const positions = this.#events.length + 1;
    this.#node = new Int32Array(positions);
    this.#networks = new Int32Array(positions);
    this.#trails = new Int32Array(positions);
    this.#node[0] = NOWHERE;
    for (const [at, event] of this.#events.entries()) {
      this.#grow(at + 1, event);
    }
    // Recordings of networks and ants, and cut recordings, do not end with the tour.
    const last = this.path(this.#events.length);
    const endsWithTour =
      last.length === this.tour.length && last.every((square, at) => square === this.tour[at]);
    this.length = this.#events.length + (this.tour.length > 0 && !endsWithTour ? 1 : 0);
  }

  /** True if the recording only follows a finished tour. */
  get isTour(): boolean {
    return this.#events === this.tour;
  }

  #grow(position: number, event: number): void {
    const before = this.#node[position - 1] ?? NOWHERE;
    this.#networks[position] = (this.#networks[position - 1] ?? 0) + (event === NETWORK ? 1 : 0);
    this.#trails[position] = (this.#trails[position - 1] ?? 0) + (event === TRAILS ? 1 : 0);
    this.#node[position] = before;
    if (event >= 0) {
      this.#node[position] = this.#visit(event, before);
    } else if (event === BACKTRACK) {
      this.#node[position] = this.#parent[before] ?? NOWHERE;
    } else if (event <= WALK) {
      this.#node[position] = this.#visit(WALK - event, NOWHERE);
    }
  }

  #visit(square: Square, from: number): number {
    this.#parent.push(from);
    this.#depth.push(1 + (this.#depth[from] ?? 0));
    return this.#square.push(square) - 1;
  }

  /** Returns the path at a position. */
  path(position: number): Square[] {
    if (position > this.#events.length) {
      return [...this.tour];
    }
    return this.#branch(this.#node[position] ?? NOWHERE);
  }

  #branch(node: number): Square[] {
    const path: Square[] = new Array(this.#depth[node] ?? 0);
    for (let at = path.length - 1, here = node; at >= 0; at -= 1) {
      path[at] = this.#square[here] ?? 0;
      here = this.#parent[here] ?? NOWHERE;
    }
    return path;
  }

  /** Returns the last state of the network, if there is one. */
  network(position: number): RecordingAnswer['networks'][number] | undefined {
    const at = Math.min(position, this.#events.length);
    return this.answer.networks[(this.#networks[at] ?? 0) - 1];
  }

  /** Returns the last state of the trails, if there is one. */
  trails(position: number): RecordingAnswer['trails'][number] | undefined {
    const at = Math.min(position, this.#events.length);
    return this.answer.trails[(this.#trails[at] ?? 0) - 1];
  }

  /**
   * Returns the squares that the path left within the last `window` events, with a strength from 0 to 1. A new
   * walk leaves all squares of the previous one, except for ants, which start too many walks.
   */
  left(position: number, window: number): Map<Square, number> {
    const left = new Map<Square, number>();
    const until = Math.min(position, this.#events.length);
    for (let at = Math.max(1, until - window + 1); at <= until; at += 1) {
      const event = this.#events[at - 1] ?? 0;
      const before = this.#node[at - 1] ?? NOWHERE;
      const strength = 1 - (until - at) / window;
      if (event === BACKTRACK && before !== NOWHERE) {
        left.set(this.#square[before] ?? 0, strength);
      } else if (event <= WALK && this.answer.trails.length === 0) {
        for (const square of this.#branch(before)) {
          left.set(square, strength);
        }
      }
    }
    for (const square of left.size > 0 ? this.path(position) : []) {
      left.delete(square);
    }
    return left;
  }
}
