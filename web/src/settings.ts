// The settings of the page, which the browser stores: theme, language, coordinates and motion.

export interface Settings {
  theme: 'system' | 'light' | 'dark';
  language: 'system' | 'en' | 'de';
  hasCoordinates: boolean;
  motion: 'system' | 'full' | 'reduced';
}

const KEY = 'caracole.settings';
const DEFAULTS: Settings = { theme: 'system', language: 'system', hasCoordinates: true, motion: 'system' };

/** Reads an object from the storage of the browser. */
export function stored(key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Writes a value to the storage of the browser. Without storage, nothing happens. */
export function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A private window may have no storage.
  }
}

function read(): Settings {
  const found = stored(KEY);
  const one = <T extends string>(name: string, values: readonly T[], usual: T): T =>
    values.find((value) => value === found[name]) ?? usual;
  return {
    theme: one('theme', ['system', 'light', 'dark'], DEFAULTS.theme),
    language: one('language', ['system', 'en', 'de'], DEFAULTS.language),
    hasCoordinates: found.hasCoordinates !== false,
    motion: one('motion', ['system', 'full', 'reduced'], DEFAULTS.motion),
  };
}

export const settings: Settings = read();

const darkQuery = matchMedia('(prefers-color-scheme: dark)');
const printQuery = matchMedia('print');
const stillQuery = matchMedia('(prefers-reduced-motion: reduce)');

let isPrint = false;

/** The language of all texts. It changes only with a reload. */
export const language: 'en' | 'de' =
  settings.language === 'system' ? (navigator.language.startsWith('de') ? 'de' : 'en') : settings.language;

/** Returns true if the page must not move. */
export function isStill(): boolean {
  return settings.motion === 'system' ? stillQuery.matches : settings.motion === 'reduced';
}

/** Returns true while the page is printed. */
export function isPrinting(): boolean {
  return isPrint || printQuery.matches;
}

export function isDark(): boolean {
  if (isPrinting()) {
    return false;
  }
  return settings.theme === 'system' ? darkQuery.matches : settings.theme === 'dark';
}

function apply(): void {
  const root = document.documentElement;
  root.dataset.theme = isDark() ? 'dark' : 'light';
  root.dataset.motion = isStill() ? 'reduced' : 'full';
  root.lang = language;
  document.dispatchEvent(new Event('settingschange'));
}

/** Changes a setting, stores it, and repaints what depends on it. */
export function change<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  store(KEY, settings);
  if (name === 'language') {
    location.reload();
  }
  apply();
}

function setPrint(isOn: boolean): void {
  isPrint = isOn;
  apply();
}

// Paper is light. Not every browser reports printing in the same way.
addEventListener('beforeprint', () => setPrint(true));
addEventListener('afterprint', () => setPrint(false));
printQuery.addEventListener('change', apply);
darkQuery.addEventListener('change', apply);
stillQuery.addEventListener('change', apply);
apply();
