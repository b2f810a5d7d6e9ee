// Escapes for line ends and tabs: \n, \t, \r, and \\ for a backslash.

const written: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '\\': '\\\\' };
const meant: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\' };

/** The text on one line, with every escape written out. */
export function toVisible(text: string): string {
  return text.replace(/[\n\t\r\\]/g, (mark) => written[mark] ?? mark);
}

/** Parses a typed line; a backslash before any other letter stays a backslash. */
export function fromVisible(typed: string): string {
  return typed.replace(/\\([ntr\\])/g, (whole, letter: string) => meant[letter] ?? whole);
}
