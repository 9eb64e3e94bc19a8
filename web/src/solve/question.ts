// The question of the page Solve: a board and a method with its settings.

import type { Method, MethodOptions, TieBreak } from '../api.ts';
import { type Question, readQuestion, writeQuestion } from '../question.ts';
import { rectangle } from '../squares.ts';

export const METHODS: readonly Method[] = [
  'auto',
  'warnsdorff',
  'exact',
  'construct',
  'backtracking',
  'backtracking-warnsdorff',
  'patch',
  'neural',
  'ants',
];
export const TIES: readonly TieBreak[] = ['first', 'random', 'roth', 'pohl', 'pohl-least', 'squirrel'];
/** The tie-break rules that use the seed. */
const RANDOM_TIES: readonly TieBreak[] = ['random', 'pohl', 'pohl-least'];
const TAKES_ORDER: readonly Method[] = ['backtracking-warnsdorff', 'backtracking', 'warnsdorff'];

export interface MethodSettings {
  readonly method: Method;
  readonly tie: TieBreak;
  readonly order: string;
  readonly seed: number;
}

export type SolveQuestion = Question & MethodSettings;

export const FIRST_QUESTION: SolveQuestion = {
  shape: rectangle(8, 8),
  kind: 'any',
  method: 'auto',
  tie: 'first',
  order: '',
  seed: 0,
};

/** Reads the name of a method. Names of earlier versions keep working. */
export function readMethod(name: string | null): Method | undefined {
  const method = name === 'brute-force' ? 'backtracking-warnsdorff' : name;
  return METHODS.find((one) => one === method);
}

/** Returns true if the seed has an effect. */
export function usesSeed({ method, tie }: MethodSettings): boolean {
  return method === 'warnsdorff'
    ? RANDOM_TIES.includes(tie)
    : method !== 'backtracking-warnsdorff' && method !== 'backtracking';
}

export function takesOrder({ method }: MethodSettings): boolean {
  return TAKES_ORDER.includes(method);
}

export function isOrder(text: string): boolean {
  return [...text].sort().join('') === '12345678';
}

/** Returns the fields of a request for the method. */
export function methodOptions(settings: MethodSettings): MethodOptions {
  const { method, tie, order, seed } = settings;
  return {
    method,
    ...(method === 'warnsdorff' && tie !== 'first' ? { tie } : {}),
    ...(takesOrder(settings) && order !== '' ? { order } : {}),
    ...(usesSeed(settings) && seed !== 0 ? { seed } : {}),
  };
}

/** Writes the question into an address. */
export function solveQuery(question: SolveQuestion): URLSearchParams {
  const query = new URLSearchParams();
  writeQuestion(query, question);
  for (const name of ['method', 'tie', 'order', 'seed'] as const) {
    if (question[name] !== FIRST_QUESTION[name]) {
      query.set(name, String(question[name]));
    }
  }
  return query;
}

/** Reads the question of an address. */
export function solveQuestion(query: URLSearchParams): SolveQuestion {
  const seed = Number(query.get('seed') ?? 0);
  const order = query.get('order') ?? '';
  return {
    ...(readQuestion(query) ?? FIRST_QUESTION),
    method: readMethod(query.get('method')) ?? 'auto',
    tie: TIES.find((tie) => tie === query.get('tie')) ?? 'first',
    order: isOrder(order) ? order : '',
    seed: Number.isSafeInteger(seed) && seed >= 0 ? seed : 0,
  };
}
