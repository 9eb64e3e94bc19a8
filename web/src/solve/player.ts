// The control bar of an answer: replay, single steps and a slider, which is also the legend of the ribbon.

import { fill, h, icon, iconButton, set } from '../dom.ts';
import { isStill } from '../settings.ts';
import { t } from '../texts.ts';

const SPEEDS = ['0.5', '1', '2', '4'] as const;
export type Speed = (typeof SPEEDS)[number];

/** Returns the duration in seconds of a replay of some moves. */
export function replaySeconds(moves: number): number {
  return Math.min(12, Math.max(1.5, 0.75 * Math.sqrt(moves)));
}

/** Returns the part of the moves that is drawn at a part of the time: slow at both ends, fast in the middle. */
export function eased(time: number): number {
  return time - (0.7 * Math.sin(2 * Math.PI * time)) / (2 * Math.PI);
}

/** Returns the time at which a part of the moves is drawn. */
export function timeOf(part: number): number {
  let [low, high] = [0, 1];
  for (let round = 0; round < 30; round += 1) {
    const middle = (low + high) / 2;
    if (eased(middle) < part) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return (low + high) / 2;
}

export interface PlayerOptions {
  /** Shows a position, which may have a fraction. Returns its description. */
  onSeek: (position: number) => string;
  /** Called before a replay. Returns false if it cannot start now. */
  onReplay?: () => boolean;
}

export class Player {
  readonly element: HTMLElement;
  speed: Speed = '1';
  readonly #options: PlayerOptions;
  readonly #replay: HTMLButtonElement;
  readonly #back: HTMLButtonElement;
  readonly #on: HTMLButtonElement;
  readonly #slider: HTMLInputElement;
  readonly #place = h('output', { class: 'place' });
  #length = 0;
  #seconds = 6;
  #position = 0;
  #frame = 0;

  constructor(options: PlayerOptions) {
    this.#options = options;
    this.#replay = iconButton('restart', t.player.replay, () => this.toggle(), {
      class: 'replay',
      title: t.player.replay,
    });
    const step = (name: 'back' | 'on', by: number) => {
      const text = t.player[name];
      const made = iconButton(name, '', () => this.step(by), {
        'aria-label': text,
        title: text,
        class: 'quiet',
      });
      return made;
    };
    this.#back = step('back', -1);
    this.#on = step('on', 1);
    this.#slider = h('input', {
      type: 'range',
      min: 0,
      step: 1,
      'aria-label': t.player.slider,
      oninput: () => {
        this.pause();
        this.seek(Number(this.#slider.value));
      },
    });
    this.element = h(
      'div',
      { class: 'bar', role: 'group', 'aria-label': t.player.name },
      this.#replay,
      this.#back,
      this.#slider,
      this.#on,
      this.#place,
    );
    this.load(0, 0);
  }

  get position(): number {
    return this.#position;
  }

  get length(): number {
    return this.#length;
  }

  get isPlaying(): boolean {
    return this.#frame !== 0;
  }

  /** Loads a replay of this length, and shows its end. `moves` sets its duration. */
  load(length: number, moves: number): void {
    this.pause();
    this.#length = length;
    this.#seconds = replaySeconds(moves);
    set(this.#slider, 'max', length);
    for (const control of [this.#replay, this.#back, this.#on, this.#slider]) {
      control.disabled = length === 0;
    }
    this.#position = length;
    this.#show(length === 0 ? '' : this.#options.onSeek(length));
  }

  seek(position: number): void {
    this.#position = Math.min(this.#length, Math.max(0, position));
    this.#show(this.#options.onSeek(this.#position));
  }

  /** Shows a text in the bar until the position changes. */
  say(text: string): void {
    fill(this.#place, text);
  }

  step(by: number): void {
    this.pause();
    this.seek(Math.round(this.#position) + by);
  }

  /** Starts, pauses or resumes the replay. With reduced motion, it takes a single step. */
  toggle(): void {
    if (this.isPlaying) {
      this.pause();
    } else if (this.#length > 0 && (this.#position < this.#length || this.#options.onReplay?.() !== false)) {
      this.play();
    }
  }

  play(): void {
    const isEnd = this.#position >= this.#length;
    if (isStill()) {
      this.seek(isEnd ? 1 : Math.round(this.#position) + 1);
      return;
    }
    let time = isEnd ? 0 : timeOf(this.#position / this.#length);
    let before = performance.now();
    const go = (now: number) => {
      // The replay does not jump after the page was hidden.
      time += (Math.min(100, Math.max(0, now - before)) / 1000 / this.#seconds) * Number(this.speed);
      before = now;
      this.#frame = requestAnimationFrame(go);
      this.seek(time >= 1 ? this.#length : eased(time) * this.#length);
      if (time >= 1) {
        this.pause();
      }
    };
    this.pause();
    this.#frame = requestAnimationFrame(go);
    this.#showReplay();
  }

  pause(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#showReplay();
  }

  /** Shows the end at once. Returns false if nothing is playing. */
  skip(): boolean {
    const wasPlaying = this.isPlaying;
    if (wasPlaying) {
      this.pause();
      this.seek(this.#length);
    }
    return wasPlaying;
  }

  #show(text: string): void {
    this.#slider.value = String(Math.round(this.#position));
    set(this.#slider, 'aria-valuetext', text);
    this.say(text);
    this.#showReplay();
  }

  #showReplay(): void {
    const isPart = this.#position > 0 && this.#position < this.#length;
    const text = this.isPlaying ? t.player.pause : isPart ? t.player.resume : t.player.replay;
    if (this.#replay.title !== text) {
      set(this.#replay, 'title', text);
      const name = this.isPlaying ? 'pause' : isPart ? 'play' : 'restart';
      fill(this.#replay, icon(name), h('span', { class: 'text' }, text));
    }
  }
}

/** The speeds of a replay with their texts. */
export const SPEED_TEXTS: readonly (readonly [Speed, string])[] = [
  ['0.5', '½×'],
  ['1', '1×'],
  ['2', '2×'],
  ['4', '4×'],
];
