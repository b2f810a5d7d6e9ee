// Invisible characters made visible; escapes.

const named: Readonly<Record<string, string>> = {
  ' ': '·',
  '\n': '⏎',
  '\r': '␍',
  '\t': '⇥',
  '\u00A0': '⍽',
  '\u00AD': '⟨soft hyphen⟩',
  '\u061C': '⟨arabic letter mark⟩',
  '\u200B': '⟨zero-width space⟩',
  '\u200C': '⟨zero-width non-joiner⟩',
  '\u200D': '⟨zero-width joiner⟩',
  '\u200E': '⟨left-to-right mark⟩',
  '\u200F': '⟨right-to-left mark⟩',
  '\u2028': '⟨line separator⟩',
  '\u2029': '⟨paragraph separator⟩',
  '\u2060': '⟨word joiner⟩',
  '\uFEFF': '⟨byte order mark⟩',
};

/** Without a glyph. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zs}\p{Zl}\p{Zp}]/gu;

/** Gets a dotted circle as base letter. */
const leadingMark = /^\p{M}/u;

/** One line that changes no direction around it. */
export function toVisibleToken(text: string): string {
  const shown = text.replaceAll(invisible, (character) => named[character] ?? describe(character));
  return leadingMark.test(shown) ? `◌${shown}` : shown;
}

function describe(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  // The control pictures block mirrors the first 32 controls.
  if (point < 0x20) return String.fromCodePoint(0x2400 + point);
  if (point === 0x7f) return '␡';
  return `⟨U+${point.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

const written: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '\\': '\\\\' };
const meant: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\' };

/** One line, escapes written out. */
export function toVisible(text: string): string {
  return text.replace(/[\n\t\r\\]/g, (mark) => written[mark] ?? mark);
}

/** Other backslashes stay. */
export function fromVisible(typed: string): string {
  return typed.replace(/\\([ntr\\])/g, (whole, letter: string) => meant[letter] ?? whole);
}
