// A run in short: what a list shows and a search finds without opening its recording.
import type { Draft } from '#draft/draft.ts';
import { parameterChanges } from '#draft/parameter-changes.ts';
import { wellFormed } from '#lib/surrogate-safe.ts';
import { readFigures } from '#run/run-figures.ts';
import type { Run } from '#run/run.ts';
import type { RunRecord, HistoryNode, Origin } from './node.ts';

/** Characters of output that are kept with the summary, all choices together. */
const outputAtMost = 16_000;

/**
 * @param run one that has ended
 * @param size characters of its recording
 * @throws RangeError while it receives
 */
export function summarize(
  id: string,
  run: Run,
  draft: Draft,
  recorded: {
    readonly connection: string;
    readonly size: number;
    readonly continuedAt: number | undefined;
  },
): RunRecord {
  if (run.state.phase !== 'ended') throw new RangeError('The run has not ended.');
  const { request, recording, startedAt, state } = run;
  return {
    id,
    startedAt: startedAt.toISOString(),
    connection: recorded.connection,
    model: request.model,
    prompt: request.prompt === draft.prompt ? null : request.prompt,
    endState: state.endState,
    tokens: recording.tokenCount,
    usage: readFigures(run, 0).usage,
    endedMs: state.endedMs,
    seed: recording.seed === null ? null : String(recording.seed),
    outputs: outputsOf(run),
    size: recorded.size,
    ...(recorded.continuedAt !== undefined && { continuedAt: recorded.continuedAt }),
  };
}

/** The texts of the choices in order, without the echoed prompt, each cut to its share. */
function outputsOf({ recording }: Run): string[] {
  const lanes = [...recording.lanes.values()].toSorted((one, other) => one.index - other.index);
  const share = shareOf(lanes.length);
  return lanes.map(({ text, promptLength }) => wellFormed(text.slice(promptLength, promptLength + share)));
}

/** Whether an output may have been longer than what the summary holds of it. */
export function isCut({ outputs }: Pick<RunRecord, 'outputs'>): boolean {
  return outputs.some(({ length }) => length >= shareOf(outputs.length));
}

function shareOf(laneCount: number): number {
  return Math.floor(outputAtMost / Math.max(1, laneCount));
}

/** Characters of a title; no row is longer. */
const titleAtMost = 90;

/** The name; else the new words of the prompt, the changed parameters, or where it came from. */
export function titleOf(node: HistoryNode, parent: HistoryNode | undefined): string {
  if (node.name !== '') return node.name;
  const { prompt, model } = node.draft;
  if (parent === undefined) return prompt.trim() === '' ? 'Start' : oneLine(prompt);
  if (node.kind === 'recording') return 'A recording was opened';
  if (prompt !== parent.draft.prompt) return promptChange(parent.draft.prompt, prompt);
  if (node.origin.how === 'again') return 'Same request';
  const changes = parameterChanges(parent.draft, node.draft).map(
    ({ name, before, after }) => `${name} ${before ?? 'default'} → ${after ?? 'default'}`,
  );
  if (model !== parent.draft.model) changes.unshift(model === '' ? 'the default model' : model);
  return changes.length > 0 ? oneLine(changes.join(', ')) : 'Same text';
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
    return after.trim() === '' ? 'Empty prompt' : `${oneLine(`…${after.slice(-40)}`)} (shorter)`;
  const start = after.lastIndexOf(' ', same) + 1;
  return oneLine(start > 0 ? `…${after.slice(start)}` : after);
}

/** The beginning of a text on one line. */
export function oneLine(text: string): string {
  return wellFormed(text.slice(0, titleAtMost).replaceAll(/\s+/g, ' ').trim());
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hour12: false });
const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });

/** The time of day; the day, where it was another one. @param atMs milliseconds since 1970 */
export function timeOf(atMs: number): string {
  const date = new Date(atMs);
  return date.toDateString() === new Date().toDateString() ? clock.format(date) : day.format(date);
}
