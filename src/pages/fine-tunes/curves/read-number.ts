// Numbers as training programs print them: with NaN, Infinity and None in several spellings; nothing is ever evaluated.

/** A number of a log; undefined where the text is none. `None` and `null` are "not measured". */
export function readLogNumber(text: string): number | undefined {
  const word = text.trim().replace(/^['"]|['"]$/g, '');
  if (/^[-+]?nan$/i.test(word)) return Number.NaN;
  if (/^[+]?inf(inity)?$/i.test(word)) return Number.POSITIVE_INFINITY;
  if (/^-inf(inity)?$/i.test(word)) return Number.NEGATIVE_INFINITY;
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(word)) return undefined;
  return Number(word);
}
