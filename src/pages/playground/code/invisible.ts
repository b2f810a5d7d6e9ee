// Characters that nobody sees, or that turn what is seen around, are written as escapes: code shows what it does.

/** Replaces control, format and line-separating characters; `escape` is given the one character. */
export function escapeInvisible(text: string, escape: (character: string) => string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escape);
}

/** The escape of JSON and JavaScript: `\uXXXX` for each of a character's one or two code units. */
export function unitEscape(character: string): string {
  return Array.from({ length: character.length }, (_, index) => hex(character.charCodeAt(index), 4)).join('');
}

/** The escape of Python, where a pair of `\uXXXX` would be two halves and not one character. */
export function pythonEscape(character: string): string {
  return character.length === 1 ? unitEscape(character) : `\\U${digits(character.codePointAt(0) ?? 0, 8)}`;
}

function hex(unit: number, length: number): string {
  return `\\u${digits(unit, length)}`;
}

function digits(value: number, length: number): string {
  return value.toString(16).padStart(length, '0');
}
