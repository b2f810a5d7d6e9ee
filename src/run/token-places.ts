// Places of tokens in a text that they do not spell.

/** UTF-16 offsets. */
export interface TokenPlace {
  readonly from: number;
  readonly to: number;
}

/** Of a part of a character that is several tokens. */
const part = '\uFFFD';

/**
 * vLLM lists a start token that is not in the text, whose place is null, and writes each part of a character as
 * U+FFFD: the last part gets the character. Null if the tokens belong to another text.
 */
export function placesOf(text: string, tokens: readonly string[]): readonly (TokenPlace | null)[] | null {
  const places: (TokenPlace | null)[] = [];
  let from = 0;
  while (places.length < tokens.length) {
    const run = runAt(text, from, tokens, places.length);
    if (run === null) return null;
    const all = run.texts.join('');
    const isWhole = !all.includes(part);
    const isAdded = isWhole && all !== '' && run.end === from;
    const isByLength = isWhole && all.length === run.end - from;
    run.texts.forEach((own, index) => {
      const isLast = index === run.texts.length - 1;
      const to = isLast ? run.end : isByLength ? from + own.length : from;
      places.push(isAdded ? null : { from, to });
      from = to;
    });
  }
  return places;
}

/** One token that is spelled, or all before the next one that is. */
function runAt(text: string, from: number, tokens: readonly string[], first: number) {
  const own = tokens[first] ?? '';
  if (text.startsWith(own, from)) return { texts: [own], end: from + own.length };
  let run = own;
  for (let next = first + 1; next < tokens.length && next < first + maxRun; next += 1) {
    const token = tokens[next] ?? '';
    if (token !== '' && !token.includes(part)) {
      const least = run.includes(part) ? run.replaceAll(part, '').length + 1 : 0;
      // A part is never shorter than what it stands for.
      const end = text.slice(0, from + run.length + token.length).indexOf(token, from + least);
      if (end !== -1) return { texts: tokens.slice(first, next), end };
    }
    run += token;
  }
  const isRest = first + maxRun >= tokens.length && text.length - from <= run.length;
  return isRest ? { texts: tokens.slice(first), end: text.length } : null;
}

/** Tokens; more would take long to search. */
const maxRun = 200;
