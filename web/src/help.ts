// The help and the settings of the page, as dialogs.

import { button, checkbox, choices, h, labelled, select } from './dom.ts';
import { change, settings } from './settings.ts';
import { t } from './texts.ts';

function dialog(title: string, ...content: HTMLElement[]): HTMLDialogElement {
  const made: HTMLDialogElement = h(
    'dialog',
    { 'aria-label': title },
    h(
      'div',
      { class: 'body' },
      h(
        'div',
        { class: 'head' },
        h('h2', {}, title),
        button(t.shell.close, () => made.close(), { autofocus: true }),
      ),
      ...content,
    ),
  );
  // A click outside the dialog closes it.
  made.addEventListener('click', (event) => {
    if (event.target === made) {
      made.close();
    }
  });
  return made;
}

function pairs(entries: readonly (readonly [string, string])[], tag: 'b' | 'kbd'): HTMLElement {
  return h(
    'dl',
    {},
    ...entries.flatMap(([name, text]) => [h('dt', {}, h(tag, {}, name)), h('dd', {}, text)]),
  );
}

export function helpDialog(): HTMLDialogElement {
  return dialog(
    t.shell.help,
    h('p', {}, t.help.intro),
    pairs(t.help.pages, 'b'),
    h('h3', {}, t.help.keysTitle),
    pairs(t.help.keys, 'kbd'),
    h('h3', {}, t.help.boardsTitle),
    h('p', {}, t.help.boards),
  );
}

export function settingsDialog(): HTMLDialogElement {
  const field = (text: string, control: HTMLElement) =>
    h('div', { class: 'field' }, h('span', { class: 'label' }, text), control);
  return dialog(
    t.shell.settings,
    field(
      t.shell.theme,
      choices(
        t.shell.theme,
        (['system', 'light', 'dark'] as const).map((theme) => [theme, t.shell.themes[theme]] as const),
        settings.theme,
        (theme) => change('theme', theme),
      ).element,
    ),
    labelled(
      t.shell.language,
      select(
        [
          ['system', t.shell.systemLanguage],
          ['en', 'English'],
          ['de', 'Deutsch'],
        ] as const,
        settings.language,
        (language) => change('language', language),
      ),
    ),
    field(
      t.shell.motion,
      choices(
        t.shell.motion,
        (['system', 'full', 'reduced'] as const).map((motion) => [motion, t.shell.motions[motion]] as const),
        settings.motion,
        (motion) => change('motion', motion),
      ).element,
    ),
    checkbox(t.shell.coordinates, settings.hasCoordinates, (isOn) => change('hasCoordinates', isOn)),
  );
}
