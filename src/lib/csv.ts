// A text as a cell of a CSV file that a spreadsheet reads and never runs.

/** A text that a spreadsheet would run as a formula gets an apostrophe, which the sheet reads as "text"; a number is none. */
export function harmless(text: string): string {
  if (/^-\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return text;
  return /^\s*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text;
}

/** RFC 4180, harmless; in quotes where it needs them. */
export function csvCell(text: string): string {
  const safe = harmless(text);
  return /[",\r\n]/.test(safe) || /^\s|\s$/.test(safe) ? quoted(safe) : safe;
}

/** As `csvCell`, and always in quotes: columns of free text read alike. */
export function quotedCell(text: string): string {
  return quoted(harmless(text));
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
