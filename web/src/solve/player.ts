// Plays moments: play, pause, step, speed, a slider over time. What a moment is, others know.

import { button, fill, freshId, h, set } from '../dom.ts';

/** Moments a second, at the ends of the slider for speed. */
const SLOWEST = 1;
const FASTEST = 100_000;
const SPEEDS = 100;
/** A film that nobody has chosen a speed for lasts about so many seconds, and so does each part of a race. */
const USUAL_SECONDS = 8;
/** Slower than this, a short film is dull. */
const USUAL_LEAST = 8;

const ICONS = {
  first: 'M4 5h2v14H4zM20 5v14L8 12z',
  back: 'M17 5v14L6 12z',
  play: 'M6 4v16l14-8z',
  pause: 'M6 4h4v16H6zM14 4h4v16h-4z',
  on: 'M7 5v14l11-7z',
  last: 'M18 5h2v14h-2zM4 5v14l12-7z',
} as const;

function icon(name: keyof typeof ICONS): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', 'icon');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

/** The speed at a place of the slider, and back. */
export function speedAt(place: number): number {
  const speed = SLOWEST * (FASTEST / SLOWEST) ** (place / SPEEDS);
  const magnitude = 10 ** Math.max(0, Math.floor(Math.log10(speed)) - 1);
  return Math.max(SLOWEST, Math.round(speed / magnitude) * magnitude);
}

export function placeOf(speed: number): number {
  const place = (SPEEDS * Math.log(speed / SLOWEST)) / Math.log(FASTEST / SLOWEST);
  return Math.min(SPEEDS, Math.max(0, Math.round(place)));
}

/**
 * The usual speed at a moment of films that run together. Some may be a thousand times as long as others:
 * whenever one has ended, the next goes on at a speed of its own.
 */
export function usualSpeed(lengths: readonly number[], moment: number): number {
  const ends = [...lengths].sort((a, b) => a - b);
  const next = ends.find((end) => end > moment) ?? ends.at(-1) ?? 0;
  const last = Math.max(0, ...ends.filter((end) => end < next));
  return Math.max(USUAL_LEAST, (next - last) / USUAL_SECONDS);
}

export class Player {
  readonly element: HTMLElement;
  readonly #onMoment: (moment: number) => string;
  readonly #stillness = matchMedia('(prefers-reduced-motion: reduce)');
  readonly #toggle = this.#control('play', 'Play', () => this.toggle());
  readonly #time: HTMLInputElement;
  readonly #speed: HTMLInputElement;
  readonly #timeText = h('span');
  readonly #speedText = h('span');
  #lengths: readonly number[] = [];
  #length = 0;
  /** With fractions, so that slow films keep their pace. */
  #moment = 0;
  #frame = 0;
  #isSpeedChosen = false;

  /** `onMoment` shows a moment and answers what is to be seen, for whoever only hears the slider. */
  constructor(onMoment: (moment: number) => string) {
    this.#onMoment = onMoment;
    this.#time = h('input', {
      type: 'range',
      min: 0,
      step: 1,
      oninput: () => {
        this.pause();
        this.seek(Number(this.#time.value));
      },
    });
    this.#speed = h('input', {
      type: 'range',
      min: 0,
      max: SPEEDS,
      step: 1,
      oninput: () => {
        this.#isSpeedChosen = true;
        this.#showSpeed();
      },
    });
    this.#speed.value = '25';
    const field = (text: string, told: HTMLElement, control: HTMLInputElement) => {
      control.id = freshId();
      const label = h('label', { for: control.id }, `${text}: `);
      return h('div', { class: 'field' }, h('span', { class: 'label' }, label, told), control);
    };
    this.element = h(
      'div',
      { class: 'player', role: 'group', 'aria-label': 'Film' },
      field('Time', this.#timeText, this.#time),
      h(
        'div',
        { class: 'row tight' },
        this.#control('first', 'To the start', () => this.#jump(0)),
        this.#control('back', 'Step back', () => this.step(-1)),
        this.#toggle,
        this.#control('on', 'Step forward', () => this.step(1)),
        this.#control('last', 'To the end', () => this.#jump(this.#length)),
      ),
      field('Speed', this.#speedText, this.#speed),
    );
    this.#showSpeed();
  }

  get moment(): number {
    return Math.floor(this.#moment);
  }

  get speed(): number {
    return speedAt(Number(this.#speed.value));
  }

  get isPlaying(): boolean {
    return this.#frame !== 0;
  }

  /** Begins with films of so many moments. Whoever wants no motion sees the end at once. */
  load(lengths: readonly number[]): void {
    this.pause();
    this.#lengths = lengths;
    this.#length = Math.max(0, ...lengths);
    set(this.#time, 'max', this.#length);
    if (this.#stillness.matches || this.#length === 0) {
      this.seek(this.#length);
    } else {
      this.seek(0);
      this.play();
    }
  }

  /** Goes to a moment, playing or not. */
  seek(moment: number): void {
    this.#moment = Math.min(this.#length, Math.max(0, moment));
    this.#time.value = String(this.moment);
    if (!this.#isSpeedChosen) {
      this.#speed.value = String(placeOf(usualSpeed(this.#lengths, this.moment)));
      this.#showSpeed();
    }
    const count = (number: number) => number.toLocaleString('en');
    fill(this.#timeText, `moment ${count(this.moment)} of ${count(this.#length)}`);
    set(this.#time, 'aria-valuetext', this.#onMoment(this.moment));
  }

  step(by: number): void {
    this.#jump(this.moment + by);
  }

  toggle(): void {
    this.isPlaying ? this.pause() : this.play();
  }

  play(): void {
    if (this.#moment >= this.#length) {
      this.#moment = 0;
    }
    let before = performance.now();
    const go = (now: number) => {
      // A page that was hidden for a while does not jump.
      const seconds = Math.min(now - before, 250) / 1000;
      before = now;
      this.#frame = requestAnimationFrame(go);
      this.seek(this.#moment + Math.max(0, seconds) * this.speed);
      if (this.#moment >= this.#length) {
        this.pause();
      }
    };
    this.pause();
    this.#frame = requestAnimationFrame(go);
    this.#showToggle();
  }

  pause(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#showToggle();
  }

  #jump(moment: number): void {
    this.pause();
    this.seek(moment);
  }

  #showToggle(): void {
    set(this.#toggle, 'aria-label', this.isPlaying ? 'Pause' : 'Play');
    set(this.#toggle, 'title', this.isPlaying ? 'Pause' : 'Play');
    fill(this.#toggle, icon(this.isPlaying ? 'pause' : 'play'));
  }

  #showSpeed(): void {
    const text = `${this.speed.toLocaleString('en')} ${this.speed === 1 ? 'moment' : 'moments'} a second`;
    fill(this.#speedText, text);
    set(this.#speed, 'aria-valuetext', text);
  }

  #control(name: keyof typeof ICONS, text: string, onPress: () => void): HTMLButtonElement {
    const control = button('', onPress, { 'aria-label': text, title: text });
    fill(control, icon(name));
    return control;
  }
}
