// CSV cells, escaped against formula injection.

/** Puts an apostrophe before text that a spreadsheet would run as a formula; numbers stay. */
export function escapeFormula(text: string): string {
  if (/^-\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return text;
  return /^\s*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text;
}

/** RFC 4180, quoted only if needed. */
export function csvCell(text: string): string {
  const safe = escapeFormula(text);
  return /[",\r\n]/.test(safe) || /^\s|\s$/.test(safe) ? quote(safe) : safe;
}

export function quotedCell(text: string): string {
  return quote(escapeFormula(text));
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
