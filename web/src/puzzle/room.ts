// Puzzles: numbers on some squares, and one tour that fits them.

import { api, errorText } from '../api.ts';
import { Board } from '../board/board.ts';
import type { Scene } from '../board/scene.ts';
import { button, fill, h, set } from '../dom.ts';
import { standing } from '../play/game.ts';
import { keepGame, keptGame } from '../play/kept.ts';
import { press } from '../play/keys.ts';
import { Table } from '../play/table.ts';
import { problemOf, queryOf, type Task, taskIn, taskOf } from '../play/task.ts';
import { announce, type Room, remember } from '../room.ts';
import { sentence } from '../sentence.ts';
import { rectangle, squareOf } from '../squares.ts';
import type { PuzzleAnswer } from '../wire.ts';
import { Editor } from './editor.ts';
import { maker } from './make.ts';
import { share } from './share.ts';
import { verdict } from './verdict.ts';
import { madeText, puzzleText } from './words.ts';

type Mode = 'solve' | 'write';

export function puzzleRoom(): Room {
  let task: Task = { shape: rectangle(6, 6), kind: 'any', clues: new Map() };
  let mode: Mode = 'solve';
  /** Is a solution on the board instead of the game? */
  let isLooking = false;
  /** What is known of the puzzle, if it was made here. */
  let made: PuzzleAnswer | undefined;

  const stage = h('div', { class: 'stage' });
  const about = h('p', { class: 'note' });
  const solved = h('section', { class: 'card won', 'aria-label': 'Solved', hidden: true });
  const wrong = h('p', { class: 'note', 'data-tone': 'bad', role: 'alert', hidden: true });

  const table = new Table(task, { label: 'The puzzle', isPuzzle: true, onChange: played });
  const editor = new Editor(task, () => {
    task = editor.task;
    made = undefined;
    showPuzzle();
  });
  const viewer = new Board({ label: 'A solution' });
  const unique = verdict(() => task, look);
  const sharing = share(() => task);
  const making = maker((puzzle) => {
    const read = taskOf(puzzle.problem);
    if (typeof read === 'string') {
      complain(read);
    } else {
      mode = 'solve';
      open(read, puzzle);
    }
  });

  const modes: Record<Mode, HTMLButtonElement> = {
    solve: button('Solve it', () => turnTo('solve')),
    write: button('Write your own', () => turnTo('write')),
  };
  const giveAway = h('div', { class: 'row' });
  const puzzleCard = h(
    'section',
    { class: 'card', 'aria-label': 'The puzzle' },
    h('div', { class: 'row', role: 'group', 'aria-label': 'What to do' }, modes.solve, modes.write),
    wrong,
    about,
    unique.element,
    giveAway,
  );
  const element = h(
    'div',
    { class: 'room' },
    stage,
    h(
      'div',
      { class: 'panel' },
      solved,
      puzzleCard,
      table.controls,
      editor.element,
      making.element,
      sharing.element,
    ),
  );

  function complain(text: string): void {
    fill(wrong, text === '' ? '' : sentence(text));
    wrong.hidden = text === '';
  }

  function look(scene: Scene | undefined): void {
    if (scene) {
      viewer.show(scene);
    }
    isLooking = scene !== undefined;
    table.controls.hidden = isLooking || mode !== 'solve';
    const board = scene ? viewer : mode === 'solve' ? table.board : editor.board;
    if (stage.firstChild !== board.element) {
      fill(stage, board.element);
    }
  }

  /** Puts a puzzle on the board. */
  function open(next: Task, puzzle?: PuzzleAnswer): void {
    task = next;
    made = puzzle;
    table.start(task);
    editor.open(task);
    showPuzzle();
  }

  function turnTo(next: Mode): void {
    // Whoever presses what is pressed already does not want the game to begin anew.
    if (next === mode) {
      return;
    }
    mode = next;
    if (mode === 'solve') {
      table.start(task);
    } else {
      editor.open(task);
    }
    showPuzzle();
  }

  function showPuzzle(): void {
    complain('');
    unique.forget();
    for (const [name, its] of Object.entries(modes)) {
      set(its, 'aria-pressed', String(name === mode));
    }
    editor.element.hidden = mode !== 'write';
    making.element.hidden = mode !== 'solve';
    fill(about, made ? madeText(made) : puzzleText(task));
    unique.element.hidden = made !== undefined;
    askFirst();
    remember('puzzle', queryOf(task));
    sharing.show();
  }

  function played(): void {
    keepGame('puzzle', { game: table.game, ms: 0, aid: table.help });
    const isWon = standing(table.game).kind === 'won';
    solved.hidden = !isWon;
    if (!isWon) {
      return;
    }
    const text = table.help.isFinishedFor
      ? 'This is the solution.'
      : 'Every square is visited and every number is met. Well done!';
    fill(
      solved,
      h('h2', {}, table.help.isFinishedFor ? 'The solution' : 'Solved!'),
      h('p', { class: 'note' }, text),
      h(
        'div',
        { class: 'row' },
        button('Another one', () => making.make(), { class: 'main' }),
        button('Begin again', () => table.restart()),
      ),
    );
    setTimeout(() => announce(text));
  }

  /** The solution is shown only to who really wants it. */
  function askFirst(): void {
    giveAway.hidden = mode !== 'solve';
    fill(
      giveAway,
      button('Show the solution', () => {
        const yes = button('Yes, show it', () => solve());
        fill(
          giveAway,
          h('span', {}, 'That gives the puzzle away.'),
          yes,
          button('No', () => askFirst()),
        );
        yes.focus();
      }),
    );
  }

  async function solve(): Promise<void> {
    askFirst();
    const asked = task;
    try {
      let names = made?.solution;
      if (!names) {
        const outcome = await api.solve(problemOf(asked));
        if (outcome.outcome !== 'found') {
          complain(outcome.outcome === 'impossible' ? outcome.reason.text : outcome.tried);
          return;
        }
        names = outcome.squares;
      }
      if (asked === task) {
        table.reveal(names.map((name) => squareOf(asked.shape, name) ?? 0));
      }
    } catch (error) {
      complain(errorText(error));
    }
  }

  const onKey = (event: KeyboardEvent) => {
    if (mode === 'solve' && !isLooking && press(table, event)) {
      event.preventDefault();
    }
  };

  return {
    element,
    enter(query) {
      addEventListener('keydown', onKey);
      if (query.has('board')) {
        const read = taskIn(query);
        if (typeof read === 'string') {
          showPuzzle();
          complain(`this link holds no puzzle: ${read}`);
        } else if (queryOf(read).toString() !== queryOf(task).toString()) {
          mode = read.clues.size === 0 ? 'write' : 'solve';
          const kept = keptGame('puzzle', read);
          open(read);
          if (kept && mode === 'solve') {
            table.resume(kept);
          }
        } else {
          showPuzzle();
        }
      } else if (task.clues.size === 0 && mode === 'solve') {
        showPuzzle();
        making.make();
      } else {
        showPuzzle();
      }
      table.wake();
    },
    leave() {
      removeEventListener('keydown', onKey);
      table.rest();
    },
  };
}
