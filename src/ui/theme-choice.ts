// Light, dark or as the system: chosen once, kept on this device, applied before the first paint by public/theme.js.
import { useSyncExternalStore } from 'react';

/** `system` follows the device, also while it changes. */
type ThemeChoice = 'system' | 'light' | 'dark';

/** public/theme.js reads the same key. */
const key = 'inferdeck.theme';
const listeners = new Set<() => void>();

/** The choice as it acts now. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, actingChoice);
}

/** Acts at once and is kept; where storage is blocked it lasts until the page is reloaded. */
export function chooseTheme(choice: ThemeChoice) {
  apply(choice);
  try {
    if (choice === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, choice);
  } catch {
    // Nothing to do: the choice acts, it is only not kept.
  }
}

/** A stored or foreign text as a choice; anything unknown follows the system. */
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
  addEventListener('storage', handleStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', handleStorage);
  };
}

function handleStorage(event: StorageEvent) {
  if (event.key === key) apply(parseThemeChoice(event.newValue));
}
