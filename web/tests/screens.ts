// The screens of the page: their addresses, and what they show when they are ready.

import type { Page } from 'playwright-core';
import { click } from './browser/harness.ts';

export interface Screen {
  name: string;
  address: string;
  /** A text that is visible when the screen is ready. */
  ready: string;
  /** The actions that lead to the screen, and a text that is visible after them. */
  act?: (page: Page) => Promise<void>;
  done?: string;
}

/** A dead end on 5x5 from a1, without its first square. */
export const DEAD_END = ['b3', 'a5', 'c4', 'e5', 'd3', 'b4', 'c2', 'e3', 'd1', 'c3', 'd5'];
/** A tour of level 1. */
export const AROUND = ['a1', 'b3', 'c1', 'a2', 'c3', 'b1', 'a3', 'c2'];

const press = (page: Page, name: string) =>
  page.locator('main').getByRole('button', { name, exact: true }).first().click();

export const SCREENS: readonly Screen[] = [
  { name: 'home', address: '#', ready: 'visits every square of the board exactly once' },
  { name: 'levels', address: '#play', ready: 'of 72 stars' },
  { name: 'level', address: '#play?level=1', ready: '8 squares' },
  {
    name: 'game',
    address: '#play?level=21',
    ready: '64 squares',
    act: (page) => click(page, ['a1', 'b3', 'a5', 'b7', 'd8']),
    done: '5 of 64',
  },
  {
    name: 'dead-end',
    address: '#play?level=4',
    ready: '25 squares',
    act: (page) => click(page, DEAD_END),
    done: 'What went wrong?',
  },
  {
    name: 'mistake',
    address: '#play?board=5x5',
    ready: '25 squares',
    act: async (page) => {
      await click(page, ['a1', ...DEAD_END]);
      await press(page, 'What went wrong?');
    },
    done: 'Move 8 was the mistake',
  },
  {
    name: 'coach',
    address: '#play?board=5x5&from=a1&played=a1,b3,a5,c4,e5,d3,b4',
    ready: '7 of 25',
    act: async (page) => {
      await page.getByLabel(/^Coach/).check();
      await page.getByRole('gridcell', { name: /safe$/ }).first().waitFor();
    },
    done: '✓ a tour is still possible',
  },
  {
    name: 'win',
    address: '#play?level=1',
    ready: '8 squares',
    act: (page) => click(page, AROUND),
    done: 'Closed tour complete',
  },
  {
    name: 'own-board',
    address: '#play?board=6x6&kind=closed',
    ready: '36 squares',
  },
  { name: 'solve', address: '#solve?board=8x8&from=a1', ready: 'tour found' },
  { name: 'replay', address: '#solve?board=8x8&from=a1&method=warnsdorff', ready: 'Open tour found' },
  { name: 'impossible', address: '#solve?board=8x8&from=a1&to=h8', ready: 'End on any square' },
  { name: 'theorem', address: '#solve?board=4x4', ready: 'The best path visits 15 of 16 squares' },
  { name: 'stuck', address: '#solve?board=8x8-a1,h8&method=warnsdorff', ready: 'Use automatic' },
  {
    name: 'share',
    address: '#solve?board=6x6',
    ready: 'tour found',
    act: (page) => press(page, 'Save or share'),
    done: 'Copy link',
  },
  { name: 'compare', address: '#compare?board=5x5&from=a1', ready: 'Run again' },
  {
    name: 'puzzle',
    address: '#puzzles?board=5x5&clues=c3=1,b4=15,e1=19,c2=20,a1=21,e5=25',
    ready: '6 of 25',
  },
  { name: 'make', address: '#make-puzzle', ready: 'Exactly one solution' },
  {
    name: 'write',
    address: '#write-puzzle?board=5x5&clues=c3=1,e1=19,c2=20,a1=21,e5=25',
    ready: 'At least two tours fit.',
  },
  { name: 'print', address: '#print-puzzles', ready: '4 puzzles' },
  { name: 'letters', address: '#letter-puzzle', ready: '28 letters' },
  { name: 'numbers', address: '#numbers', ready: '13,267,364,410,532' },
  { name: 'not-counted', address: '#numbers?board=7x8-a1,a2', ready: 'Not in the table' },
  { name: 'starts', address: '#numbers?board=5x5&show=starts', ready: '13 of 25 squares' },
  { name: 'symmetry', address: '#numbers?board=6x6&kind=closed&show=symmetry', ready: '1,245' },
  { name: 'one-tour', address: '#numbers?board=6x6&kind=closed&show=tour', ready: 'One of 9,862' },
  { name: 'mistakes', address: '#check', ready: 'Not a tour: 2 mistakes' },
  {
    name: 'valid',
    address:
      '#check?board=6x6&squares=a1,c2,e1,d3,f2,d1,b2,a4,b6,c4,e5,f3,d2,f1,e3,f5,d6,e4,f6,d5,f4,e6,c5,a6,b4,a2,c1,e2,c3,b1,a3,b5,d4,c6,a5,b3',
    ready: 'Valid closed tour of 6×6',
  },
  {
    name: 'hidato',
    address: '#puzzles?board=5x5&piece=king&clues=d5=1,a5=4,c3=7,c4=8,e4=12,e2=17,c1=20,a2=23,a3=25',
    ready: 'Each number touches the next',
  },
];
