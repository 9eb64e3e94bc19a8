// Is a puzzle unique? Asks, tells the answer, and lets two solutions be looked at on the board.

import { api, errorText, isAborted } from '../api.ts';
import type { Scene, Spot } from '../board/scene.ts';
import { button, fill, h, set } from '../dom.ts';
import { problemOf, type Task } from '../play/task.ts';
import { why } from '../play/why.ts';
import { announce } from '../room.ts';
import { sentence } from '../sentence.ts';
import { nameOf, type Square, squareOf } from '../squares.ts';
import type { UniqueAnswer } from '../wire.ts';
import { clueSpots } from './words.ts';

export interface Verdict {
  readonly element: HTMLElement;
  /** The puzzle is another one: what was said does not hold any more. */
  forget(): void;
}

/** What is said of an answer, and how good it is. */
export function verdictText(answer: UniqueAnswer): { text: string; tone: 'good' | 'bad' | 'unknown' } {
  if (answer.unique === true) {
    const grade = answer.grade === undefined ? '' : ` It is ${answer.grade}.`;
    return { text: `Yes: it has exactly one solution, as a complete search proved.${grade}`, tone: 'good' };
  }
  if (answer.unique === null) {
    return { text: sentence(`nobody knows yet: ${answer.tried ?? 'the time was over'}`), tone: 'unknown' };
  }
  return answer.solutions.length > 1
    ? { text: 'No: it has more than one solution. Here are two; where they differ is marked.', tone: 'bad' }
    : { text: sentence(`no: it has no solution: ${answer.reason?.text ?? 'every way ends'}`), tone: 'bad' };
}

/** One of two solutions, with the squares marked where the other one has another step. */
export function solutionScene(task: Task, solution: readonly Square[], other: readonly Square[]): Scene {
  const spots = new Map<Square, Spot>();
  for (const [at, square] of solution.entries()) {
    const isSame = other[at] === square;
    spots.set(square, {
      ...(isSame ? {} : { tone: 'marked' as const }),
      text: String(at + 1),
      isGiven: task.clues.has(square),
      label: `step ${at + 1}${isSame ? '' : `, step ${other.indexOf(square) + 1} in the other solution`}`,
    });
  }
  return { shape: task.shape, spots, path: solution };
}

/** A question about the puzzle of the room. `look` shows a scene instead of the game, or the game again. */
export function verdict(task: () => Task, look: (scene: Scene | undefined) => void): Verdict {
  const note = h('p', { class: 'note', hidden: true });
  const looks = h('div', { class: 'row', hidden: true, role: 'group', 'aria-label': 'Look at' });
  const ask = button('Is it unique?', () => asked());
  const element = h('div', { class: 'verdict' }, h('div', { class: 'row' }, ask), note, looks);
  let waiting: AbortController | undefined;

  function tell(text: string, tone: string): void {
    fill(note, text);
    note.hidden = text === '';
    set(note, 'data-tone', tone);
    if (text !== '') {
      announce(text);
    }
  }

  function forget(): void {
    waiting?.abort();
    waiting = undefined;
    ask.disabled = false;
    tell('', 'plain');
    looks.hidden = true;
    fill(looks);
    look(undefined);
  }

  async function asked(): Promise<void> {
    forget();
    const request = new AbortController();
    waiting = request;
    ask.disabled = true;
    tell('Looking for other solutions…', 'plain');
    try {
      const answer = await api.puzzleUnique(problemOf(task()), request.signal);
      const { text, tone } = verdictText(answer);
      tell(text, tone);
      offer(answer);
    } catch (error) {
      if (!isAborted(error)) {
        tell(sentence(errorText(error)), 'bad');
      }
    } finally {
      if (waiting === request) {
        ask.disabled = false;
      }
    }
  }

  function offer(answer: UniqueAnswer): void {
    const now = task();
    const [one, two] = answer.solutions.map((names) => names.map((name) => squareOf(now.shape, name) ?? 0));
    const scenes: [string, Scene][] = [];
    if (answer.unique === false && one && two) {
      scenes.push(['First solution', solutionScene(now, one, two)]);
      scenes.push(['Second solution', solutionScene(now, two, one)]);
    } else if (answer.unique === false && answer.reason) {
      const scene = { shape: now.shape, spots: clueSpots(now), path: [] };
      const shown = why(scene, answer.reason);
      if (shown) {
        scenes.push(['Show why', shown.scene]);
      }
    }
    if (scenes.length === 0) {
      return;
    }
    const buttons = scenes.map(([name, scene]) => ({ made: button(name, () => show(scene)), scene }));
    const show = (scene: Scene | undefined) => {
      for (const { made, scene: its } of buttons) {
        set(made, 'aria-pressed', String(its === scene));
      }
      look(scene);
    };
    fill(
      looks,
      ...buttons.map(({ made }) => made),
      button('The puzzle again', () => show(undefined)),
    );
    looks.hidden = false;
    if (one && two) {
      show(buttons[0]?.scene);
      const differ = one.filter((square, at) => two[at] !== square);
      announce(`They differ on ${differ.map((square) => nameOf(now.shape, square)).join(', ')}.`);
    }
  }

  return { element, forget };
}
