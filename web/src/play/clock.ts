// The clock of a game. It runs from the first move and pauses while the page is hidden.

export class Clock {
  readonly #now: () => number;
  #elapsed = 0;
  #since: number | undefined;
  #isStarted = false;
  #isHidden = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The time in milliseconds. */
  get ms(): number {
    return this.#elapsed + (this.#since === undefined ? 0 : this.#now() - this.#since);
  }

  get isRunning(): boolean {
    return this.#since !== undefined;
  }

  /** Resets the time to 0 or to the time of a saved game. */
  reset(ms = 0): void {
    this.#elapsed = ms;
    this.#since = undefined;
    this.#isStarted = false;
  }

  /** Starts the clock. */
  start(): void {
    this.#isStarted = true;
    this.#set(!this.#isHidden);
  }

  /** Stops the clock at the end of the game. */
  stop(): void {
    this.#isStarted = false;
    this.#set(false);
  }

  /** Pauses the clock while the page is hidden. */
  away(isHidden: boolean): void {
    this.#isHidden = isHidden;
    this.#set(this.#isStarted && !isHidden);
  }

  #set(isRunning: boolean): void {
    if (isRunning !== this.isRunning) {
      this.#elapsed = this.ms;
      this.#since = isRunning ? this.#now() : undefined;
    }
  }
}
