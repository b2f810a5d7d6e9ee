// What a run's events say in words: what is new in each, and what the wire held besides.

const words: Readonly<Record<string, readonly [one: string, many: string]>> = {
  comments: ['comment (keep-alive)', 'comments (keep-alive)'],
  junkLines: ['line with an unknown field', 'lines with an unknown field'],
  invalidUtf8: ['invalid UTF-8 sequence', 'invalid UTF-8 sequences'],
  ignoredEvents: ['event without data', 'events without data'],
  afterDone: ['event after [DONE]', 'events after [DONE]'],
  unterminated: ['event without its end', 'events without their end'],
  unrecognised: ['event that is no completion', 'events that are no completion'],
  misfits: ['field of a wrong type', 'fields of a wrong type'],
  unequalLogprobs: ['logprobs list of a wrong length', 'logprobs lists of a wrong length'],
  unreadableUsage: ['unreadable usage', 'unreadable usages'],
  usageSumDiffers: ['usage whose sum differs', 'usages whose sum differs'],
};

/** What was ignored, repaired or odd, in words; empty where nothing was. Counts that are no oddity are left out. */
export function describeCounts(counts: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(words).flatMap(([name, [one, many]]) => {
    const count = counts[name] ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
}

/** What an event says that the one before did not begin with, from the last field on that is not the same; after an ellipsis. */
export function newPart(text: string, before: string): string {
  let same = 0;
  while (same < text.length && text[same] === before[same]) same += 1;
  const field =
    same === text.length ? 0 : Math.max(text.lastIndexOf(',"', same), text.lastIndexOf('{"', same));
  return field <= 0 ? text : `…${text.slice(field + 1)}`;
}
