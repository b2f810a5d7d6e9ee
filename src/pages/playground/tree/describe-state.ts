// What a state is about, in a few words: its name, or what changed since the one before.
import { wellFormed } from '#lib/surrogate-safe.ts';
import type { HistoryNode, Origin } from './node.ts';
import { parameterChanges } from '#draft/parameter-changes.ts';

/** Characters of a title; no row is longer. */
const titleAtMost = 90;

/** The name; else the new words of the prompt, the changed parameters, or where it came from. */
export function titleOf(node: HistoryNode, parent: HistoryNode | undefined): string {
  if (node.name !== '') return node.name;
  const { prompt, model } = node.draft;
  if (parent === undefined) return prompt.trim() === '' ? 'Start' : oneLine(prompt);
  if (node.kind === 'recording') return 'A recording was opened';
  if (prompt !== parent.draft.prompt) return promptChange(parent.draft.prompt, prompt);
  if (node.origin.how === 'again') return 'The same request again';
  const changes = parameterChanges(parent.draft, node.draft).map(
    ({ name, before, after }) => `${name} ${before ?? 'not sent'} → ${after ?? 'not sent'}`,
  );
  if (model !== parent.draft.model) changes.unshift(model === '' ? 'the usual model' : model);
  return changes.length > 0 ? oneLine(changes.join(', ')) : 'The same text';
}

const words: Readonly<Record<string, string>> = {
  again: 'retry',
  recovered: 'recovered',
  continued: 'continued',
  resumed: 'resumed',
  link: 'from a link',
  preset: 'preset',
  comparison: 'from a comparison',
  alternative: 'an alternative',
  row: 'from a data row',
};

/** Where a state came from, in a word or two; null for what was typed. */
export function originWords(origin: Origin): string | null {
  if (origin.how === 'branched' && origin.token !== undefined) return `branch at token ${origin.token + 1}`;
  if (['typed', 'new', 'recording', 'history'].includes(origin.how)) return null;
  return words[origin.how] ?? origin.how;
}

/** The text from the first word that differs; what was only cut off is said so. */
function promptChange(before: string, after: string): string {
  let same = 0;
  while (same < before.length && same < after.length && before[same] === after[same]) same += 1;
  if (after.length === same)
    return after.trim() === '' ? 'An empty prompt' : `${oneLine(`…${after.slice(-40)}`)} (shorter)`;
  const start = after.lastIndexOf(' ', same) + 1;
  return oneLine(start > 0 ? `…${after.slice(start)}` : after);
}

/** The beginning of a text on one line. */
export function oneLine(text: string): string {
  return wellFormed(text.slice(0, titleAtMost).replaceAll(/\s+/g, ' ').trim());
}
