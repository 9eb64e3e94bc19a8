// A game on the board: what can be done with it, and the coach beside it. The rooms Play and Puzzles have
// one each. It has a plain state, deeds that change it, and one function that shows it.

import { api, errorText } from '../api.ts';
import { Board } from '../board/board.ts';
import type { Scene } from '../board/scene.ts';
import { announce } from '../room.ts';
import type { LegendEntry } from '../solve/reason.ts';
import { nameOf, type Square, squareOf } from '../squares.ts';
import type { Advice, Reason } from '../wire.ts';
import { Coach, judge, type Thought } from './coach.ts';
import { controls } from './controls.ts';
import {
  backTo,
  type Game,
  knightOf,
  newGame,
  numberedMove,
  play,
  redo,
  refusal,
  standing,
  undo,
} from './game.ts';
import { problemOf, type Task } from './task.ts';
import { gameScene } from './view.ts';
import { why } from './why.ts';
import { number, sentence } from './words.ts';

export type Tone = 'plain' | 'good' | 'bad' | 'unknown';

export interface TableOptions {
  label: string;
  /** The board changed: a move was played or taken back, or a new game begun. */
  onChange: () => void;
  isPuzzle?: boolean;
}

export class Table {
  readonly board: Board;
  /** The line that says what happened, and the buttons. */
  readonly controls: HTMLElement;
  game: Game;
  isCoached = false;
  isBlind = false;
  /** How often the coach was asked for a move. */
  hints = 0;
  /** Did the coach play the rest? */
  isFinishedFor = false;
  /** Was the coach of any help? */
  isHelped = false;
  readonly #options: TableOptions;
  readonly #coach = new Coach(() => this.#heard());
  readonly #render: () => void;
  #said: { text: string; tone: Tone } = { text: '', tone: 'plain' };
  #hint: Square | undefined;
  #shownReason: Reason | undefined;
  #wish: 'hint' | 'check' | undefined;
  #isBusy = false;

  constructor(task: Task, options: TableOptions) {
    this.#options = options;
    this.game = newGame(task);
    this.board = new Board({ label: options.label, onChoose: (square) => this.choose(square) });
    const made = controls(this, options.isPuzzle ?? false);
    this.controls = made.element;
    this.#render = () => {
      this.board.show(this.scene());
      made.show();
    };
  }

  get said(): { text: string; tone: Tone } {
    return this.#said;
  }

  get thought(): Thought {
    return this.#coach.thought;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Why the position is lost, if the coach said so. */
  get reason(): Reason | undefined {
    return this.thought.kind === 'told' ? this.thought.advice.reason : undefined;
  }

  get isReasonShown(): boolean {
    return this.#shownReason !== undefined;
  }

  /** What the colours of the reason mean; undefined where there is nothing to be seen of it. */
  get legend(): LegendEntry[] | undefined {
    return this.reason && why(this.#plainScene(), this.reason)?.legend;
  }

  /** What is to be seen. */
  scene(): Scene {
    const scene = this.#plainScene();
    return (this.#shownReason && why(scene, this.#shownReason)?.scene) || scene;
  }

  #plainScene(): Scene {
    return gameScene({
      game: this.game,
      thought: this.isCoached ? this.thought : { kind: 'silent' },
      hint: this.#hint,
      isBlind: this.isBlind,
    });
  }

  /** Begins anew. */
  start(task: Task): void {
    this.game = newGame(task);
    this.hints = 0;
    this.isHelped = this.isCoached;
    this.isFinishedFor = false;
    this.#changed('');
  }

  /** A square was chosen: it is played, or the reason why not is told. */
  choose(square: Square): void {
    const isOver = standing(this.game).kind === 'won';
    const no = isOver
      ? 'the tour is finished: begin a new game, or take moves back'
      : refusal(this.game, square);
    if (no !== undefined) {
      this.say(sentence(no), 'bad');
      return;
    }
    this.game = play(this.game, square);
    this.#changed(`${nameOf(this.game.task.shape, square)}, step ${this.game.played.length}.`);
  }

  /** One of the knight's moves by its number. */
  chooseNumbered(number: number): void {
    const square = numberedMove(this.game, number);
    if (knightOf(this.game) === undefined) {
      this.say('Choose the first square, then the keys 1 to 8 are the moves of the knight.', 'bad');
    } else if (square === undefined) {
      this.say(`Move ${number} leads off the board.`, 'bad');
    } else {
      this.choose(square);
      this.board.focus(knightOf(this.game) ?? square);
    }
  }

  /** A square by its name; true if there is one. */
  chooseNamed(name: string): boolean {
    const square = squareOf({ ...this.game.task.shape, holes: new Set() }, name);
    if (square === undefined) {
      this.say(`${name.trim().slice(0, 20) || 'Nothing'} is no square of this board.`, 'bad');
      return false;
    }
    const before = this.game;
    this.choose(square);
    return this.game !== before;
  }

  undo(): void {
    const last = knightOf(this.game);
    if (last === undefined) {
      this.say('There is nothing to take back.', 'plain');
      return;
    }
    this.game = undo(this.game);
    this.#changed(`${nameOf(this.game.task.shape, last)} was taken back.`);
  }

  redo(): void {
    const before = this.game;
    this.game = redo(this.game);
    const knight = knightOf(this.game);
    if (this.game === before || knight === undefined) {
      this.say('There is nothing to play again.', 'plain');
      return;
    }
    this.#changed(`${nameOf(this.game.task.shape, knight)} again.`);
  }

  restart(): void {
    this.start(this.game.task);
    this.say('A new game.', 'plain');
  }

  setCoached(isCoached: boolean): void {
    this.isCoached = isCoached;
    this.isHelped ||= isCoached;
    this.#coach.silence();
    this.#wish = undefined;
    this.#ask();
    this.say(isCoached ? 'The coach looks on.' : 'The coach is silent.', 'plain');
  }

  setBlind(isBlind: boolean): void {
    this.isBlind = isBlind;
    this.say(isBlind ? 'Blindfold: only the knight is to be seen.' : 'Everything is to be seen.', 'plain');
  }

  /** Shows a move that is proved to win, or says why there is none. */
  hint(): void {
    this.#want('hint');
  }

  /** Says whether the game can still be won. */
  check(): void {
    this.#want('check');
  }

  /** Paints why the position is lost, or takes it off again. */
  toggleReason(): void {
    this.#shownReason = this.#shownReason ? undefined : this.reason;
    const text = this.#shownReason ? `On the board: ${this.#shownReason.text}` : 'the game again';
    announce(sentence(text));
    this.#render();
  }

  /** Goes back to the last position that can be won. */
  async back(): Promise<void> {
    await this.#busy(async (game) => {
      const { back, never } = await judge(game, true);
      if (game !== this.game) {
        return;
      }
      if (back) {
        const gone = game.played.length - back.keep;
        this.game = backTo(game, back.keep);
        const where = back.keep === 0 ? 'from another start' : 'from here';
        const doubt = back.proved ? '' : ', perhaps from later on too';
        this.#changed(
          `${number(gone, 'move was', 'moves were')} taken back: ${where} it can be won${doubt}.`,
          'good',
        );
      } else if (never) {
        this.say(sentence(`it could never be won: ${never.text}`), 'bad');
      } else {
        this.say('How far to go back is not known. Take a few moves back and ask again.', 'unknown');
      }
    });
  }

  /** Lets the server play the rest. */
  async finish(): Promise<void> {
    await this.#busy(async (game) => {
      const outcome = await api.solve(problemOf(game.task, game.played));
      if (game !== this.game) {
        return;
      }
      if (outcome.outcome === 'found') {
        this.isFinishedFor = true;
        this.isHelped = true;
        for (const name of outcome.squares.slice(game.played.length)) {
          this.game = play(this.game, squareOf(game.task.shape, name) ?? -1);
        }
        this.#changed('The rest was played for you.', 'good');
      } else if (outcome.outcome === 'impossible') {
        this.say(sentence(`from here it cannot be finished: ${outcome.reason.text}`), 'bad');
      } else {
        this.say(`No tour was found from here, and none was ruled out: ${outcome.tried}.`, 'unknown');
      }
    });
  }

  /** Shows a whole tour. */
  reveal(squares: readonly Square[]): void {
    this.isFinishedFor = true;
    this.game = squares.reduce(play, newGame(this.game.task));
    this.#changed('This is the solution.');
  }

  /** Says something, in the line and to the screen reader. */
  say(text: string, tone: Tone): void {
    this.#said = { text, tone };
    announce(text);
    this.#render();
  }

  /** The room is left: nobody waits for an answer. */
  rest(): void {
    this.#coach.silence();
    this.#wish = undefined;
  }

  /** The room is entered. */
  wake(): void {
    this.#ask();
    this.#render();
  }

  #changed(text: string, tone: Tone = 'plain'): void {
    this.#hint = undefined;
    this.#shownReason = undefined;
    this.#wish = undefined;
    this.#coach.silence();
    const stands = standing(this.game);
    if (stands.kind === 'stuck') {
      this.#said = { text: `${text} Stuck: ${stands.text}.`, tone: 'bad' };
    } else {
      this.#said = { text, tone };
    }
    this.#options.onChange();
    announce(this.#said.text);
    this.#ask();
    this.#render();
  }

  #ask(isUrgent = false): void {
    const isOver = standing(this.game).kind === 'won';
    if (!isOver && (this.isCoached || this.#wish)) {
      this.#coach.ask(this.game, isUrgent);
    }
  }

  #want(wish: 'hint' | 'check'): void {
    if (standing(this.game).kind === 'won') {
      this.say('The tour is finished.', 'good');
      return;
    }
    this.#wish = wish;
    if (this.thought.kind === 'told') {
      this.#fulfil(this.thought.advice);
    } else {
      this.say('The coach is thinking…', 'plain');
      this.#ask(true);
    }
  }

  #heard(): void {
    const { thought } = this;
    if (thought.kind === 'told') {
      if (this.#wish) {
        this.#fulfil(thought.advice);
      } else if (thought.advice.position === 'lost') {
        announce(`${this.#said.text} ${sentence(thought.advice.text)}`);
      }
    } else if (thought.kind === 'failed' && this.#wish) {
      this.#wish = undefined;
      this.say(sentence(thought.text), 'bad');
    }
    this.#render();
  }

  #fulfil(advice: Advice): void {
    const wish = this.#wish;
    this.#wish = undefined;
    this.isHelped = true;
    const hint = advice.hint === null ? undefined : squareOf(this.game.task.shape, advice.hint);
    if (advice.position === 'lost') {
      // Why, the coach says in his own line.
      this.say('No: it cannot be won from here any more.', 'bad');
      announce(sentence(`it cannot be won from here any more: ${advice.text}`));
    } else if (wish === 'check') {
      const isRight = advice.position === 'open' || advice.position === 'finished';
      this.say(
        isRight ? 'Yes: from here it can be won.' : sentence(advice.text),
        isRight ? 'good' : 'unknown',
      );
    } else if (hint === undefined) {
      this.say('No move is proved to win, and none is ruled out: nobody knows.', 'unknown');
    } else {
      this.hints += 1;
      this.#hint = hint;
      this.say(`Hint: ${advice.hint}. A tour that goes on there was found.`, 'good');
    }
  }

  async #busy(deed: (game: Game) => Promise<void>): Promise<void> {
    if (this.#isBusy) {
      return;
    }
    this.#isBusy = true;
    this.say('The coach is thinking…', 'plain');
    try {
      await deed(this.game);
    } catch (error) {
      this.say(sentence(errorText(error)), 'bad');
    } finally {
      this.#isBusy = false;
      this.#render();
    }
  }
}
