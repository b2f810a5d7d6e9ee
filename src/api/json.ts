// JSON parsing that tolerates bare NaN and Infinity, and keeps long integers.

/** Of the bytes of a body. */
export function textOf(chunks: readonly Uint8Array[]): string {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let length = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return new TextDecoder().decode(bytes);
}

/**
 * Infinity stays infinite.
 * @param nan what a bare NaN becomes
 * @throws SyntaxError for all else
 */
export function parseJson(text: string, nan: 'null' | '"NaN"' = 'null'): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const repaired = outsideStrings(text, (code) => nameNumbers(code, nan));
    if (repaired === text) throw error;
    return JSON.parse(repaired);
  }
}

/** Integers of sixteen or more digits become strings. */
export function parseJsonExactly(text: string): unknown {
  return parseJson(outsideStrings(text, quoteLongIntegers));
}

function nameNumbers(code: string, nan: string): string {
  return code.replaceAll(/(?<![\w.])(-?)(NaN|Infinity)(?!\w)/g, (_, sign: string, name: string) =>
    name === 'NaN' ? nan : `${sign}1e999`,
  );
}

function quoteLongIntegers(code: string): string {
  return code.replaceAll(/(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g, (digits) => `"${digits}"`);
}

/** Linear time: no regular expression runs over a string literal. */
function outsideStrings(text: string, change: (code: string) => string): string {
  let result = '';
  let from = 0;
  while (from < text.length) {
    const open = text.indexOf('"', from);
    if (open === -1) return result + change(text.slice(from));
    const close = closingQuote(text, open);
    result += change(text.slice(from, open)) + text.slice(open, close + 1);
    from = close + 1;
  }
  return result;
}

function closingQuote(text: string, open: number): number {
  for (let quote = text.indexOf('"', open + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === 92) slashes++;
    if (slashes % 2 === 0) return quote;
  }
  return text.length;
}
