// What was picked in the command palette last, kept on this device.
import { stored } from '#lib/stored.ts';

const none: readonly string[] = [];
const mostKept = 6;

const kept = stored({
  key: 'inferdeck.recent-commands',
  version: 1,
  parse: (value) =>
    Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : null,
  fallback: none,
  storage: () => localStorage,
});

/** Values of options, the last one used first. */
export function recentCommands(): readonly string[] {
  return kept.read();
}

/** Puts one first. */
export function noteCommand(value: string): void {
  kept.write([value, ...kept.read().filter((each) => each !== value)].slice(0, mostKept));
}
