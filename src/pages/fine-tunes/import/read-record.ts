// Reads one flat object as programs print it: JSON, or a Python dictionary with single quotes, None and bare NaN.

/**
 * The scalars of an object by key, as text without quotes; numbers stay text, nested values are left out.
 * Null where the text is no whole object. Nothing is ever evaluated.
 */
export function readRecord(text: string, from = 0): ReadonlyMap<string, string> | null {
  const record = new Map<string, string>();
  let at = skipSpace(text, from);
  if (text[at] !== '{') return null;
  at = skipSpace(text, at + 1);
  if (text[at] === '}') return record;
  while (at < text.length) {
    const keyEnd = stringEnd(text, at);
    if (keyEnd === -1) return null;
    const key = unquoted(text, at, keyEnd);
    at = skipSpace(text, keyEnd);
    if (text[at] !== ':') return null;
    at = skipSpace(text, at + 1);
    const end = valueEnd(text, at);
    if (end === -1) return null;
    const sign = text[at];
    if (sign === '"' || sign === "'") record.set(key, unquoted(text, at, end));
    else if (sign !== '{' && sign !== '[' && sign !== '(') record.set(key, text.slice(at, end).trim());
    at = skipSpace(text, end);
    if (text[at] === '}') return record;
    if (text[at] !== ',') return null;
    at = skipSpace(text, at + 1);
    if (text[at] === '}') return record;
  }
  return null;
}

/** Position after the string that begins at `at`; -1 where none begins or it has no end. */
function stringEnd(text: string, at: number): number {
  const quote = text[at];
  if (quote !== '"' && quote !== "'") return -1;
  let end = text.indexOf(quote, at + 1);
  while (end !== -1 && isEscaped(text, end, at)) end = text.indexOf(quote, end + 1);
  return end === -1 ? -1 : end + 1;
}

function isEscaped(text: string, at: number, start: number): boolean {
  let count = 0;
  while (at - count - 1 > start && text.charCodeAt(at - count - 1) === 92) count += 1;
  return count % 2 === 1;
}

function unquoted(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1);
  return inner.includes('\\') ? inner.replaceAll(/\\(["'\\/])/g, '$1') : inner;
}

function valueEnd(text: string, at: number): number {
  const sign = text[at];
  if (sign === '"' || sign === "'") return stringEnd(text, at);
  if (sign === '{' || sign === '[' || sign === '(') return nestedEnd(text, at);
  for (let end = at; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === 44 || code === 125) return end === at ? -1 : end;
  }
  return -1;
}

/** After the bracket that closes the one at `at`; brackets inside strings do not count. */
function nestedEnd(text: string, at: number): number {
  let depth = 0;
  let position = at;
  while (position < text.length) {
    const sign = text[position];
    if (sign === '"' || sign === "'") {
      position = stringEnd(text, position);
      if (position === -1) return -1;
      continue;
    }
    if (sign === '{' || sign === '[' || sign === '(') depth += 1;
    if (sign === '}' || sign === ']' || sign === ')') depth -= 1;
    position += 1;
    if (depth === 0) return position;
  }
  return -1;
}

function skipSpace(text: string, at: number): number {
  let position = at;
  while (position < text.length && text.charCodeAt(position) <= 32) position += 1;
  return position;
}
