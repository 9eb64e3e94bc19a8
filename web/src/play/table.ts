// A game on the board: what can be done with it, and the coach beside it. The rooms Play and Puzzles have
// one each. It has a plain state, deeds that change it, and one function that shows it.

import { Board } from '../board/board.ts';
import type { Scene } from '../board/scene.ts';
import { announce } from '../room.ts';
import { sentence } from '../sentence.ts';
import { nameOf, type Square, squareOf } from '../squares.ts';
import { controls } from './controls.ts';
import {
  completed,
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
import { Help, type Helped, type Tone } from './help.ts';
import type { Kept } from './kept.ts';
import type { Task } from './task.ts';
import { gameScene } from './view.ts';

export interface TableOptions {
  label: string;
  /** The board changed: a move was played or taken back, or a new game begun. */
  onChange: () => void;
  isPuzzle?: boolean;
  /** A square was chosen on the board: was it for something else than a move? */
  onChoose?: (square: Square) => boolean;
}

export class Table implements Helped {
  readonly board: Board;
  /** The line that says what happened, and the buttons. */
  readonly controls: HTMLElement;
  readonly help = new Help(this);
  game: Game;
  isBlind = false;
  /** What happened last. */
  said: { text: string; tone: Tone } = { text: '', tone: 'plain' };
  readonly #onChange: () => void;
  readonly #showControls: () => void;

  constructor(task: Task, options: TableOptions) {
    this.#onChange = options.onChange;
    this.game = newGame(task);
    this.board = new Board({
      label: options.label,
      onChoose: (square) => {
        if (!options.onChoose?.(square)) {
          this.choose(square);
        }
      },
    });
    const made = controls(this, options.isPuzzle ?? false);
    this.controls = made.element;
    this.#showControls = made.show;
  }

  /** Shows everything as it is. */
  render(): void {
    this.board.show(this.help.painted(this.plainScene()));
    this.#showControls();
  }

  plainScene(): Scene {
    return gameScene({
      game: this.game,
      thought: this.help.isOn ? this.help.thought : { kind: 'silent' },
      hint: this.help.hinted,
      isBlind: this.isBlind,
    });
  }

  /** Begins anew. */
  start(task: Task, text = ''): void {
    this.help.begin();
    this.become(newGame(task), text);
  }

  restart(): void {
    this.start(this.game.task, 'A new game.');
  }

  /** Goes on with a game that was kept. */
  resume({ game, aid }: Kept): void {
    this.help.resume(aid);
    this.become(game, 'Your game goes on.');
  }

  /** Another position, and what is said of it. */
  become(game: Game, text: string, tone: Tone = 'plain'): void {
    this.game = game;
    this.help.forget();
    const stands = standing(game);
    this.said =
      stands.kind === 'stuck' ? { text: `${text} Stuck: ${stands.text}.`, tone: 'bad' } : { text, tone };
    announce(this.said.text);
    this.#onChange();
    this.help.look();
    this.render();
  }

  /** Says something, in the line and to the screen reader. */
  say(text: string, tone: Tone): void {
    this.said = { text, tone };
    announce(text);
    this.render();
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
    const name = nameOf(this.game.task.shape, square);
    this.become(play(this.game, square), `${name}, step ${this.game.played.length + 1}.`);
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

  /** A square by its name; was it played? */
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
    } else {
      this.become(undo(this.game), `${nameOf(this.game.task.shape, last)} was taken back.`);
    }
  }

  redo(): void {
    const next = redo(this.game);
    const knight = knightOf(next);
    if (next === this.game || knight === undefined) {
      this.say('There is nothing to play again.', 'plain');
    } else {
      this.become(next, `${nameOf(next.task.shape, knight)} again.`);
    }
  }

  /** Shows a whole tour. */
  reveal(squares: readonly Square[]): void {
    this.help.isFinishedFor = true;
    this.become(completed(newGame(this.game.task), squares), 'This is the solution.');
  }

  setBlind(isBlind: boolean): void {
    this.isBlind = isBlind;
    this.say(isBlind ? 'Blindfold: only the knight is to be seen.' : 'Everything is to be seen.', 'plain');
  }

  /** The room is left. */
  rest(): void {
    this.help.rest();
  }

  /** The room is entered. */
  wake(): void {
    this.help.look();
    this.render();
  }
}
