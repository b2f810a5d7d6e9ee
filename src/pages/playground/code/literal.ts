// JavaScript and Python literals of JSON values.

interface Notation {
  readonly indent: string;
  readonly words: { readonly true: string; readonly false: string; readonly null: string };
  readonly text: (text: string) => string;
  readonly key: (name: string) => string;
}

/** Leaves out undefined fields. @param margin indents lines after the first */
export function writeLiteral(value: unknown, notation: Notation, margin = ''): string {
  if (typeof value === 'string') return notation.text(value);
  if (typeof value === 'number') return JSON.stringify(value);
  if (value === true) return notation.words.true;
  if (value === false) return notation.words.false;
  if (typeof value !== 'object' || value === null) return notation.words.null;
  const inner = margin + notation.indent;
  if (Array.isArray(value)) {
    const items = value.map((item) => writeLiteral(item, notation, inner));
    const line = `[${items.join(', ')}]`;
    return line.length <= 72 && !line.includes('\n') ? line : block('[', items, ']', margin, notation);
  }
  return block('{', writeFields(value, notation, inner), '}', margin, notation);
}

export function writeFields(value: object, notation: Notation, margin: string): string[] {
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([name, field]) => `${notation.key(name)}: ${writeLiteral(field, notation, margin)}`);
}

/** Also TypeScript. */
export const javascript: Notation = {
  indent: '  ',
  words: { true: 'true', false: 'false', null: 'null' },
  text: javascriptText,
  key: (name) => {
    // A plain key would set the prototype.
    if (name === '__proto__') return '["__proto__"]';
    return /^[A-Za-z_$][\w$]*$/.test(name) ? name : javascriptText(name);
  },
};

export const python: Notation = {
  indent: '    ',
  words: { true: 'True', false: 'False', null: 'None' },
  text: pythonText,
  key: pythonText,
};

function javascriptText(text: string): string {
  return escapeInvisible(JSON.stringify(text), unitEscape);
}

// JSON escapes are the same in Python.
function pythonText(text: string): string {
  return escapeInvisible(JSON.stringify(text), pythonEscape);
}

function block(
  open: string,
  items: readonly string[],
  close: string,
  margin: string,
  { indent }: Notation,
): string {
  if (items.length === 0) return open + close;
  const lines = items.map((item) => `${margin}${indent}${item},\n`);
  return `${open}\n${lines.join('')}${margin}${close}`;
}

/** Control, format and line-separating characters, one at a time. */
export function escapeInvisible(text: string, escape: (character: string) => string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escape);
}

/** `\uXXXX` per UTF-16 unit. */
export function unitEscape(character: string): string {
  return Array.from({ length: character.length }, (_, index) => hex(character.charCodeAt(index), 4)).join('');
}

/** In Python a pair of `\uXXXX` would be two lone surrogates. */
function pythonEscape(character: string): string {
  return character.length === 1 ? unitEscape(character) : `\\U${digits(character.codePointAt(0) ?? 0, 8)}`;
}

function hex(unit: number, length: number): string {
  return `\\u${digits(unit, length)}`;
}

function digits(value: number, length: number): string {
  return value.toString(16).padStart(length, '0');
}
