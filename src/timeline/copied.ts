// Entries as text, for the clipboard: one line each, columns by tabs.
import type { Entry } from './entry.ts';

/** Time as sent, level, type, message; breaks and tabs inside a message become spaces. */
export function lineOf({ timeText, level, type, message }: Entry): string {
  return [timeText || 'no time', level, type, message]
    .map((cell) => cell.replaceAll(/[\t\r\n]+/g, ' '))
    .join('\t');
}

/** All entries, a line each. */
export function linesOf(entries: readonly Entry[]): string {
  return entries.map(lineOf).join('\n');
}
