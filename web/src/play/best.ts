// The best times, kept in the browser where it lets us.

const KEY = 'caracole.best';

export interface Best {
  ms: number;
  /** Did the coach help? A time without him is always better. */
  isHelped: boolean;
}

function isBest(value: unknown): value is Best {
  return (
    typeof value === 'object' &&
    value !== null &&
    'ms' in value &&
    typeof value.ms === 'number' &&
    'isHelped' in value &&
    typeof value.isHelped === 'boolean'
  );
}

function all(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

/** The best time of a level. */
export function bestOf(level: string): Best | undefined {
  const found = all()[level];
  return isBest(found) ? found : undefined;
}

/** Is the first better than the second? */
export function isBetter(a: Best, b: Best | undefined): boolean {
  if (!b || a.isHelped !== b.isHelped) {
    return !b || !a.isHelped;
  }
  return a.ms < b.ms;
}

/** Keeps a time if it is the best; was it? */
export function keepBest(level: string, best: Best): boolean {
  if (!isBetter(best, bestOf(level))) {
    return false;
  }
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [level]: best }));
  } catch {
    // It is told, and forgotten.
  }
  return true;
}
