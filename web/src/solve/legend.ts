// The legend of a reason: each tone, and what it means.

import { fill, h } from '../dom.ts';
import type { LegendEntry } from './reason.ts';

/** A list of tones in words; hidden where there is nothing to explain. */
export function showLegend(list: HTMLElement, entries: readonly LegendEntry[]): void {
  list.hidden = entries.length === 0;
  fill(
    list,
    ...entries.map(({ tone, isHatched, isCrossed, text }) => {
      const swatch = h(
        'span',
        { class: isHatched ? 'swatch hatched' : 'swatch', 'aria-hidden': 'true' },
        isCrossed && '×',
      );
      swatch.style.backgroundColor = `var(--${tone})`;
      return h('li', {}, swatch, text);
    }),
  );
}

/** An empty legend. */
export function legendList(): HTMLElement {
  return h('ul', { class: 'legend', hidden: true, 'aria-label': 'What the colours mean' });
}
