// What the coach does for the player of a table: judges, hints, shows why, goes back, plays the rest.

import { api, errorText } from '../api.ts';
import type { Scene } from '../board/scene.ts';
import { announce } from '../room.ts';
import { sentence, some } from '../sentence.ts';
import type { LegendEntry } from '../solve/reason.ts';
import { type Square, squareOf } from '../squares.ts';
import type { Advice, Reason } from '../wire.ts';
import { Coach, judge, type Thought } from './coach.ts';
import { backTo, completed, type Game, standing } from './game.ts';
import type { Aid } from './kept.ts';
import { problemOf } from './task.ts';
import { why } from './why.ts';
import { adviceText } from './words.ts';

export type Tone = 'plain' | 'good' | 'bad' | 'unknown';

/** What help needs of a table. */
export interface Helped {
  readonly game: Game;
  /** The scene without a reason on it. */
  plainScene(): Scene;
  /** Another position. */
  become(game: Game, text: string, tone?: Tone): void;
  say(text: string, tone: Tone): void;
  render(): void;
}

export class Help {
  /** Does the coach judge every position without being asked? */
  isOn = false;
  /** How often a move was asked for. */
  hints = 0;
  /** Was the rest played by the server? */
  isFinishedFor = false;
  /** Was there any help at all? */
  isHelped = false;
  /** The move that was hinted at. */
  hinted: Square | undefined;
  isBusy = false;
  readonly #table: Helped;
  readonly #coach = new Coach(() => this.#heard());
  #shown: Reason | undefined;
  #wish: 'hint' | 'check' | undefined;

  constructor(table: Helped) {
    this.#table = table;
  }

  get thought(): Thought {
    return this.#coach.thought;
  }

  /** Why the position is lost, if the coach said so. */
  get #reason(): Reason | undefined {
    return this.thought.kind === 'told' ? this.thought.advice.reason : undefined;
  }

  get isReasonShown(): boolean {
    return this.#shown !== undefined;
  }

  /** What the colours of the reason mean; undefined where there is nothing to be seen of it. */
  get legend(): LegendEntry[] | undefined {
    return this.#reason && why(this.#table.plainScene(), this.#reason)?.legend;
  }

  /** The scene with the reason on it, if it shall be shown. */
  painted(scene: Scene): Scene {
    return (this.#shown && why(scene, this.#shown)?.scene) || scene;
  }

  /** A new game. */
  begin(): void {
    this.hints = 0;
    this.isHelped = this.isOn;
    this.isFinishedFor = false;
  }

  /** An earlier game goes on. */
  resume({ isOn, hints, isHelped, isFinishedFor }: Aid): void {
    this.isOn = isOn;
    this.hints = hints;
    this.isHelped = isHelped;
    this.isFinishedFor = isFinishedFor;
  }

  /** The position has changed: what was said does not hold any more. */
  forget(): void {
    this.hinted = undefined;
    this.#shown = undefined;
    this.rest();
  }

  /** Nobody waits for an answer. */
  rest(): void {
    this.#wish = undefined;
    this.#coach.silence();
  }

  /** Thinks about the position, if anybody wants to know. */
  look(isUrgent = false): void {
    const isOver = standing(this.#table.game).kind === 'won';
    if (!isOver && (this.isOn || this.#wish)) {
      this.#coach.ask(this.#table.game, isUrgent);
    }
  }

  turn(isOn: boolean): void {
    this.isOn = isOn;
    this.isHelped ||= isOn;
    this.rest();
    this.look();
    this.#table.say(isOn ? 'The coach looks on.' : 'The coach is silent.', 'plain');
  }

  /** Shows a move that is proved to win, or says why there is none; or only says how the game stands. */
  want(wish: 'hint' | 'check'): void {
    if (standing(this.#table.game).kind === 'won') {
      this.#table.say('The tour is finished.', 'good');
      return;
    }
    this.#wish = wish;
    if (this.thought.kind === 'told') {
      this.#fulfil(this.thought.advice);
    } else {
      this.#table.say('The coach is thinking…', 'plain');
      this.look(true);
    }
  }

  /** Paints why the position is lost, or takes it off again. */
  toggleReason(): void {
    this.#shown = this.#shown ? undefined : this.#reason;
    announce(sentence(this.#shown ? `on the board: ${this.#shown.text}` : 'the game again'));
    this.#table.render();
  }

  /** Goes back to the last position that can be won. */
  async back(): Promise<void> {
    await this.#busy(async (game) => {
      const { back, never } = await judge(game, true);
      if (game !== this.#table.game) {
        return;
      }
      if (back) {
        const gone = some(game.played.length - back.keep, 'move was', 'moves were');
        const where = back.keep === 0 ? 'from another start' : 'from here';
        const doubt = back.proved ? '' : ', perhaps from later on too';
        const text = `${gone} taken back: ${where} it can be won${doubt}.`;
        this.#table.become(backTo(game, back.keep), text, 'good');
      } else if (never) {
        this.#table.say(sentence(`it could never be won: ${never.text}`), 'bad');
      } else {
        this.#table.say('How far to go back is not known. Take a few moves back and ask again.', 'unknown');
      }
    });
  }

  /** Lets the server play the rest. */
  async finish(): Promise<void> {
    await this.#busy(async (game) => {
      const outcome = await api.solve(problemOf(game.task, game.played));
      if (game !== this.#table.game) {
        return;
      }
      if (outcome.outcome === 'found') {
        this.isFinishedFor = true;
        this.isHelped = true;
        const rest = outcome.squares.slice(game.played.length);
        const squares = rest.map((name) => squareOf(game.task.shape, name) ?? 0);
        this.#table.become(completed(game, squares), 'The rest was played for you.', 'good');
      } else if (outcome.outcome === 'impossible') {
        this.#table.say(sentence(`from here it cannot be finished: ${outcome.reason.text}`), 'bad');
      } else {
        const text = `no tour was found from here, and none was ruled out: ${outcome.tried}`;
        this.#table.say(sentence(text), 'unknown');
      }
    });
  }

  #heard(): void {
    const { thought } = this;
    if (thought.kind === 'told' && this.#wish) {
      this.#fulfil(thought.advice);
    } else if (thought.kind === 'told' && thought.advice.position === 'lost') {
      announce(sentence(adviceText(thought.advice)));
    } else if (thought.kind === 'failed' && this.#wish) {
      // His own line says why.
      this.#wish = undefined;
      this.#table.say('The coach cannot answer now.', 'bad');
    }
    this.#table.render();
  }

  #fulfil(advice: Advice): void {
    const wish = this.#wish;
    this.#wish = undefined;
    this.isHelped = true;
    const table = this.#table;
    const hint = advice.hint === null ? undefined : squareOf(table.game.task.shape, advice.hint);
    if (advice.position === 'lost') {
      // Why, the coach says in his own line.
      table.say('No: it cannot be won from here any more.', 'bad');
      announce(sentence(adviceText(advice)));
    } else if (wish === 'check') {
      const isRight = advice.position === 'open' || advice.position === 'finished';
      table.say(
        isRight ? 'Yes: from here it can be won.' : sentence(advice.text),
        isRight ? 'good' : 'unknown',
      );
    } else if (hint === undefined) {
      table.say('No move is proved to win, and not all are ruled out: nobody knows.', 'unknown');
    } else {
      this.hints += this.hinted === hint ? 0 : 1;
      this.hinted = hint;
      table.say(`Hint: ${advice.hint}. A tour that goes on there was found.`, 'good');
    }
  }

  async #busy(deed: (game: Game) => Promise<void>): Promise<void> {
    if (this.isBusy) {
      return;
    }
    this.isBusy = true;
    this.#table.say('The coach is thinking…', 'plain');
    try {
      await deed(this.#table.game);
    } catch (error) {
      this.#table.say(sentence(errorText(error)), 'bad');
    } finally {
      this.isBusy = false;
      this.#table.render();
    }
  }
}
