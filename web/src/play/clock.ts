// The time of a game: it runs from the first move to the last, and not while nobody is there.

export class Clock {
  readonly #now: () => number;
  #kept = 0;
  #since: number | undefined;
  #isStarted = false;
  #isAway = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The time in milliseconds. */
  get ms(): number {
    return this.#kept + (this.#since === undefined ? 0 : this.#now() - this.#since);
  }

  get isRunning(): boolean {
    return this.#since !== undefined;
  }

  /** Back to nothing, or to what an earlier visit took. */
  reset(ms = 0): void {
    this.#kept = ms;
    this.#since = undefined;
    this.#isStarted = false;
  }

  /** The first move, or one after a win was taken back. */
  start(): void {
    this.#isStarted = true;
    this.#set(!this.#isAway);
  }

  /** The game is at its end. */
  stop(): void {
    this.#isStarted = false;
    this.#set(false);
  }

  /** The player looks elsewhere, or is back. */
  away(isAway: boolean): void {
    this.#isAway = isAway;
    this.#set(this.#isStarted && !isAway);
  }

  #set(isRunning: boolean): void {
    if (isRunning !== this.isRunning) {
      this.#kept = this.ms;
      this.#since = isRunning ? this.#now() : undefined;
    }
  }
}

/** A time as it is read: 1:07, 1:02:03. */
export function timeText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
