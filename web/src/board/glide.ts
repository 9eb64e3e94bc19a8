// The knight glides from square to square, where there is time for it and nobody minds.

import { centre, type Point } from './geometry.ts';
import type { Scene } from './scene.ts';

/** How long it takes, in ms; on a faster film it jumps. */
const DURATION = 130;
/** Moves are shorter than this, in squares; what is longer leads around joined edges, or is no move. */
const LONGEST = 3;

export class Glide {
  readonly #stillness = matchMedia('(prefers-reduced-motion: reduce)');
  #way: { from: Point; since: number } | undefined;
  #lastMove = 0;

  get isUnderWay(): boolean {
    return this.#way !== undefined;
  }

  /** Another scene is shown. */
  turn(before: Scene, after: Scene): void {
    if (after.knight === before.knight && after.shape === before.shape) {
      return;
    }
    const now = performance.now();
    const isSlow = now - this.#lastMove > 1.5 * DURATION;
    this.#lastMove = now;
    this.#way = undefined;
    if (after.knight === undefined || before.knight === undefined || after.shape !== before.shape) {
      return;
    }
    const [from, to] = [centre(before.shape, before.knight), centre(after.shape, after.knight)];
    if (isSlow && !this.#stillness.matches && Math.hypot(from.x - to.x, from.y - to.y) < LONGEST) {
      this.#way = { from, since: now };
    }
  }

  /** Where the knight is now. */
  point({ shape, knight }: Scene): Point | undefined {
    if (knight === undefined) {
      this.#way = undefined;
      return undefined;
    }
    const there = centre(shape, knight);
    const part = this.#way ? (performance.now() - this.#way.since) / DURATION : 1;
    if (!this.#way || part >= 1) {
      this.#way = undefined;
      return there;
    }
    const gone = 1 - (1 - part) ** 2;
    const { from } = this.#way;
    return { x: from.x + (there.x - from.x) * gone, y: from.y + (there.y - from.y) * gone };
  }
}
