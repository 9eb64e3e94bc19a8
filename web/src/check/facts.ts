// What the verifier knows of a tour, in words.

import type { CheckAnswer } from '../wire.ts';

/** Names of facts and what holds, in the order in which people ask for them. */
export function factLines({ facts, closed, squares, board }: CheckAnswer): [string, string][] {
  const lines: [string, string][] = [
    ['Board', board],
    ['Kind', closed ? 'closed: a move leads from the end back to the start' : 'open'],
  ];
  const [first, last] = [squares[0], squares.at(-1)];
  if (first && last) {
    lines.push(['From and to', `${first} to ${last}, ${squares.length} squares`]);
  }
  const add = (name: string, text: string | undefined) => {
    if (text !== undefined) {
      lines.push([name, text]);
    }
  };
  add('Symmetry', symmetry(facts.symmetry, facts.symmetries));
  add('Turns', count(facts.turns, 'change of direction', 'changes of direction'));
  add('Crossings', count(facts.crossings, 'time its line crosses itself', 'times its line crosses itself'));
  add('Sums', sums(facts.sums));
  return lines;
}

function symmetry(word: unknown, names: unknown): string | undefined {
  if (typeof word !== 'string') {
    return undefined;
  }
  const others = Array.isArray(names) ? names.filter((name) => name !== 'identity') : [];
  return others.length === 0 ? 'none: it has no turn or mirror' : `${word}: ${others.join(', ')}`;
}

function count(value: unknown, one: string, many: string): string | undefined {
  return typeof value === 'number' ? `${value} ${value === 1 ? one : many}` : undefined;
}

function sums(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  const { rank, file, diagonally_magic: isDiagonal } = value as Record<string, unknown>;
  if (typeof rank === 'string' && typeof file === 'string') {
    const kind = rank === file ? 'magic' : 'semi-magic';
    return `${kind}: every rank adds up to ${rank}, every file to ${file}${isDiagonal ? ', both diagonals too' : ''}`;
  }
  if (typeof rank === 'string') {
    return `every rank adds up to ${rank}, the files do not agree`;
  }
  return typeof file === 'string'
    ? `every file adds up to ${file}, the ranks do not agree`
    : 'not magic: ranks and files add up to different sums';
}
