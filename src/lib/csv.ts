// CSV cells, escaped against formula injection.

/** Prefixes text that a spreadsheet would run as a formula with an apostrophe; numbers are left alone. */
export function harmless(text: string): string {
  if (/^-\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return text;
  return /^\s*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text;
}

/** RFC 4180, safe against formulas; quoted if needed. */
export function csvCell(text: string): string {
  const safe = harmless(text);
  return /[",\r\n]/.test(safe) || /^\s|\s$/.test(safe) ? quoted(safe) : safe;
}

/** As `csvCell`, but always quoted, for columns of free text. */
export function quotedCell(text: string): string {
  return quoted(harmless(text));
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
