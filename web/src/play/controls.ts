// What stands beside the board of a game: what happened, what the coach says, and the buttons.

import { button, fill, h, labelled, set, tick } from '../dom.ts';
import { sentence } from '../sentence.ts';
import { legendList, showLegend } from '../solve/legend.ts';
import { legalMoves, standing } from './game.ts';
import type { Table } from './table.ts';
import { JUDGED } from './view.ts';
import { adviceText } from './words.ts';

/** Makes the controls of a table; `show` brings them up to date. */
export function controls(table: Table, isPuzzle: boolean): { element: HTMLElement; show: () => void } {
  const said = h('p', { class: 'note said' });
  const coach = h('p', { class: 'note coach' });
  const why = button('Show why', () => table.help.toggleReason());
  const back = button('Back to where it can be won', () => table.help.back());
  const rescue = h('div', { class: 'row' }, why, back);
  const meaning = legendList();

  const undo = button('Undo', () => table.undo(), {
    title: 'Takes the last move back: u, Backspace, Ctrl+Z',
  });
  const redo = button('Redo', () => table.redo(), { title: 'Plays it again: r, Ctrl+Y' });
  const hint = button('Hint', () => table.help.want('hint'), {
    title: 'Shows a move that is proved to win: h',
  });
  const check = button('Am I still right?', () => table.help.want('check'));
  const anew = button(isPuzzle ? 'Begin again' : 'New game', () => table.restart());
  const finish = button('Finish for me', () => table.help.finish());

  const name = h('input', {
    type: 'text',
    size: 5,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    placeholder: 'e4',
  });
  const form = h(
    'form',
    {
      class: 'row by-name',
      onsubmit: (event) => {
        event.preventDefault();
        if (table.chooseNamed(name.value)) {
          name.value = '';
        } else {
          name.select();
        }
      },
    },
    labelled('Square, by name', name),
    h('button', { type: 'submit' }, 'Play'),
  );

  const coached = tick('Coach: colours each next move', table.help.isOn, (on) => table.help.turn(on));
  const blind = tick('Blindfold', false, (on) => table.setBlind(on));
  const legend = h(
    'ul',
    { class: 'signs', 'aria-label': 'What the colours mean' },
    ...Object.values(JUDGED).map(({ tone, sign, words }) =>
      h('li', {}, h('span', { class: 'worth', 'data-worth': tone, 'aria-hidden': 'true' }, sign), words),
    ),
  );
  const keys = h(
    'details',
    {},
    h('summary', {}, 'Keys'),
    h(
      'p',
      { class: 'note soft' },
      'Arrows walk over the board, Enter plays. 1 to 8 are the moves of the knight, clockwise from one ' +
        'right, two up. u or Backspace takes back, r plays again, h is a hint.',
    ),
  );
  const element = h(
    'section',
    { class: 'card controls', 'aria-label': 'Game' },
    said,
    coach,
    rescue,
    meaning,
    h('div', { class: 'row' }, undo, redo, hint),
    h('div', { class: 'row' }, anew, isPuzzle ? check : finish),
    h('div', { class: 'ticks' }, coached, !isPuzzle && blind),
    legend,
    form,
    keys,
  );

  function show(): void {
    const stands = standing(table.game);
    const isOver = stands.kind === 'won';
    fill(said, table.said.text || opening(table));
    set(said, 'data-tone', table.said.tone);
    const { text, tone } = coachText(table);
    fill(coach, text);
    coach.hidden = text === '';
    set(coach, 'data-tone', tone);
    const isLost = table.help.thought.kind === 'told' && table.help.thought.advice.position === 'lost';
    rescue.hidden = !isLost && stands.kind !== 'stuck';
    why.hidden = !table.help.legend;
    showLegend(meaning, table.help.isReasonShown ? (table.help.legend ?? []) : []);
    fill(why, table.help.isReasonShown ? 'Hide why' : 'Show why');
    undo.disabled = table.game.played.length === 0;
    redo.disabled = table.game.undone.length === 0;
    for (const ask of [hint, check, finish, back]) {
      ask.disabled = isOver || table.help.isBusy;
    }
    legend.hidden = !table.help.isOn || isOver || table.help.isReasonShown;
    const box = coached.querySelector('input');
    if (box) {
      box.checked = table.help.isOn;
    }
  }

  return { element, show };
}

function opening({ game }: Table): string {
  if (game.played.length > 0) {
    return '';
  }
  return legalMoves(game).length === 1
    ? 'Begin on the square that has step 1.'
    : 'Choose any square to begin there.';
}

/** What the coach says of the position. */
function coachText(table: Table): { text: string; tone: string } {
  const { thought } = table.help;
  switch (thought.kind) {
    case 'thinking':
      return { text: 'Coach: thinking…', tone: 'plain' };
    case 'failed':
      return { text: sentence(`coach: ${thought.text}`), tone: 'bad' };
    case 'told': {
      const tones = { open: 'good', finished: 'good', lost: 'bad', unknown: 'unknown' } as const;
      return { text: sentence(`coach: ${adviceText(thought.advice)}`), tone: tones[thought.advice.position] };
    }
    case 'silent':
      return { text: '', tone: 'plain' };
  }
}
