// Theme choice; public/theme.js applies it before the first paint, and that of another tab.
import { useSyncExternalStore } from 'react';

/** `system` follows the device. */
type ThemeChoice = 'system' | 'light' | 'dark';

/** public/theme.js reads the same key. */
const key = 'inferdeck.theme';
const listeners = new Set<() => void>();

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, actingChoice);
}

/** Lasts until reload with blocked storage. */
export function chooseTheme(choice: ThemeChoice) {
  apply(choice);
  try {
    if (choice === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, choice);
  } catch {}
}

export function parseThemeChoice(text: string | null | undefined): ThemeChoice {
  return text === 'light' || text === 'dark' ? text : 'system';
}

function actingChoice(): ThemeChoice {
  return parseThemeChoice(document.documentElement.dataset['theme']);
}

function apply(choice: ThemeChoice) {
  if (choice === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = choice;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
