// Letter puzzles: a sentence along a tour. The squares show its letters, and the player follows the knight.

import { boardOf, type Shape, type Square, size, squaresOf } from '../squares.ts';

/** The boards of letter puzzles, from small to large. Each has a tour. */
const BOARDS = ['3x4', '4x5', '5x5', '5x6', '6x6', '6x7', '7x7', '7x8', '8x8'];
/** The letter of squares after the end of the sentence. */
export const FILLER = '·';

/** Returns the letters and digits of a sentence in upper case. */
export function lettersOf(sentence: string): string {
  return [...sentence.toUpperCase()].filter((letter) => /[\p{L}\p{N}]/u.test(letter)).join('');
}

/** Returns the smallest board for a number of letters, or undefined if there are too many or none. */
export function boardFor(letters: number): Shape | undefined {
  const board = BOARDS.find((board) => size(boardOf(board)) >= letters);
  return board === undefined || letters === 0 ? undefined : boardOf(board);
}

/** Writes the letters square by square from a1, for an address. The path visits them in the order of the sentence. */
export function lettersText(shape: Shape, path: readonly Square[], sentence: string): string {
  const letters = [...lettersOf(sentence)];
  const at = new Map(path.map((square, step) => [square, letters[step] ?? FILLER]));
  return squaresOf(shape)
    .map((square) => at.get(square) ?? FILLER)
    .join('');
}

/** Reads the letters of an address. Returns undefined unless each square has one. */
export function readLetters(shape: Shape, text: string): Map<Square, string> | undefined {
  const letters = [...text];
  const squares = squaresOf(shape);
  return letters.length === squares.length
    ? new Map(squares.map((square, at) => [square, letters[at] ?? FILLER]))
    : undefined;
}

/** Returns the letters along a path, without those after the end of the sentence. */
export function spelled(letters: ReadonlyMap<Square, string>, path: readonly Square[]): string {
  return path
    .map((square) => letters.get(square) ?? '')
    .join('')
    .replace(/·+$/, '');
}
