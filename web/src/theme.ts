// Light, dark, or as the system has it.

const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

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

/** The name of what is shown. */
export function themeName(): string {
  return { auto: 'Auto', light: 'Light', dark: 'Dark' }[theme];
}

/** Goes on to the next one. */
export function nextTheme(): string {
  theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto';
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // It then holds until the page is closed.
  }
  apply();
  return themeName();
}
