// Why two books give two numbers for the same board.

import { h } from '../dom.ts';

export function conventions(): HTMLElement {
  return h(
    'details',
    { class: 'card' },
    h('summary', {}, 'Is 26,534,728,821,064 or 13,267,364,410,532 right?'),
    h('p', {}, 'Both. They are the closed tours of 8x8, and they answer two questions.'),
    h(
      'ul',
      {},
      h(
        'li',
        {},
        'As drawn: a closed tour is a line without beginning, and its picture does not tell which way the knight went. There are 13,267,364,410,532 such pictures.',
      ),
      h(
        'li',
        {},
        'As walked: each picture can be walked in two directions, which makes 26,534,728,821,064. Which square came first does not matter.',
      ),
      h(
        'li',
        {},
        'From a given square: as many as walked, since every closed tour passes that square once. All 64 squares together count each picture 128 times.',
      ),
    ),
    h(
      'p',
      {},
      'An open tour has two ends, so it too is one picture and two walks. “Any tour” here means open and closed ones together, by custom as walked: a closed picture is then 2 walks for each square on which it can begin.',
    ),
    h(
      'p',
      {},
      'Tours that a turn or a mirror makes equal can be counted as one as well. That is why every number here says what it is a number of.',
    ),
  );
}
