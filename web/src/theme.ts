// Light, dark, or as the system has it.

const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const NAMES: Record<Theme, string> = { auto: 'Auto', light: 'Light', dark: 'Dark' };
const KEY = 'caracole.theme';

function stored(): Theme {
  try {
    const found = THEMES.find((theme) => theme === localStorage.getItem(KEY));
    return found ?? 'auto';
  } catch {
    return 'auto';
  }
}

let theme = stored();
const system = matchMedia('(prefers-color-scheme: dark)');
system.addEventListener('change', apply);

function apply(): void {
  const isDark = theme === 'dark' || (theme === 'auto' && system.matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  document.dispatchEvent(new Event('themechange'));
}

apply();

function following(): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto';
}

/** The name of what is shown. */
export function themeName(): string {
  return NAMES[theme];
}

/** What is shown, and what a press of the button makes of it. */
export function themeLabel(): string {
  return `${NAMES[theme]} colours; change to ${NAMES[following()].toLowerCase()}`;
}

/** Goes on to the next one. */
export function nextTheme(): void {
  theme = following();
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // It then holds until the page is closed.
  }
  apply();
}
