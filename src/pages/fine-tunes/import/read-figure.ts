// Numbers in cells, quickly: a plain decimal is read at once, every other spelling by the rules of logs.
import { readLogNumber } from '#pages/fine-tunes/curves/read-number.ts';

/** The number; undefined where the text is none, and null where it says that nothing was measured. */
export function readFigure(text: string): number | null | undefined {
  const word = text.trim();
  const first = word.charCodeAt(0);
  const isPlain = (first >= 48 && first <= 57) || first === 45 || first === 46;
  if (isPlain && !/[xob_]/i.test(word)) {
    const value = Number(word);
    if (!Number.isNaN(value)) return value;
  }
  return notMeasured.has(word.toLowerCase()) ? null : readLogNumber(word);
}

const notMeasured = new Set(['', 'none', 'null', 'na', 'n/a', '-', 'undefined']);
