// Run summaries and state titles of history.
import type { Draft } from '#draft/draft.ts';
import { parameterChanges } from '#draft/parameter-changes.ts';
import { formatCounted, formatLeast } from '#lib/format.ts';
import { wellFormed } from '#lib/unicode.ts';
import { serviceOf } from '#run/recording-file.ts';
import { readFigures } from '#run/run-figures.ts';
import type { Run } from '#run/run.ts';
import type { RunRecord, HistoryNode, Origin, Rating } from './node.ts';

/** Over all choices. */
const maxOutputLength = 16_000;

/**
 * @param size characters of the recording
 * @throws RangeError while it streams
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
  const service = serviceOf(run);
  return {
    id,
    startedAt: startedAt.toISOString(),
    connection: recorded.connection,
    ...(service !== undefined && { service }),
    model: request.model,
    prompt: request.prompt === draft.prompt ? null : request.prompt,
    endState: state.endState,
    tokens: recording.tokenCount,
    ...(recording.isUncounted && { isUncounted: true }),
    usage: readFigures(run, 0).usage,
    endedMs: state.endedMs,
    seed: recording.seed === null ? null : String(recording.seed),
    outputs: outputsOf(run),
    size: recorded.size,
    ...(recorded.continuedAt !== undefined && { continuedAt: recorded.continuedAt }),
  };
}

export function tokenWords({ tokens, isUncounted = false }: RunRecord): string {
  return formatLeast(formatCounted(tokens, 'token'), isUncounted);
}

/** Without the echoed prompt, each cut to its share. */
function outputsOf({ recording }: Run): string[] {
  const choices = recording.sortedChoices;
  const share = shareOf(choices.length);
  return choices.map(({ text, promptLength }) => wellFormed(text.slice(promptLength, promptLength + share)));
}

/** An output may be longer. */
export function isCut({ outputs }: Pick<RunRecord, 'outputs'>): boolean {
  return outputs.some(({ length }) => length >= shareOf(outputs.length));
}

function shareOf(choiceCount: number): number {
  return Math.floor(maxOutputLength / Math.max(1, choiceCount));
}

const maxTitleLength = 90;

/** The name, else what changed. */
export function titleOf(node: HistoryNode, parent: HistoryNode | undefined): string {
  if (node.name !== '') return node.name;
  const { prompt, model } = node.draft;
  if (parent === undefined) return prompt.trim() === '' ? 'Start' : oneLine(prompt);
  if (node.kind === 'recording') return 'Opened recording';
  const isSamePrompt = prompt === parent.draft.prompt;
  if (isSamePrompt && node.origin.how === 'again') return 'Same request';
  const changes = parameterChanges(parent.draft, node.draft).map(
    ({ name, before, after }) => `${name} ${before ?? 'default'} → ${after ?? 'default'}`,
  );
  if (model !== parent.draft.model) changes.unshift(model === '' ? 'the default model' : model);
  if (!isSamePrompt) changes.unshift(promptChange(parent.draft.prompt, prompt));
  return changes.length > 0 ? oneLine(changes.join(', ')) : 'Same text';
}

const words: Readonly<Record<string, string>> = {
  again: 'regenerated',
  recovered: 'recovered',
  continued: 'continued',
  resumed: 'resumed',
  link: 'from a link',
  preset: 'preset',
  lab: 'from a lab',
  comparison: 'from a comparison',
  alternative: 'alternative',
  row: 'from a data row',
  example: 'example',
};

/** Null for a typed state. */
export function originWords(origin: Origin): string | null {
  if (origin.how === 'branched' && origin.token !== undefined) return `branch at token ${origin.token + 1}`;
  if (['typed', 'new', 'recording', 'history'].includes(origin.how)) return null;
  return words[origin.how] ?? origin.how;
}

export const ratingWords: Readonly<Record<Rating, string>> = { up: 'Good', down: 'Bad' };

/** From the first changed word. */
function promptChange(before: string, after: string): string {
  let same = 0;
  while (same < before.length && same < after.length && before[same] === after[same]) same += 1;
  if (after.length === same)
    return after.trim() === '' ? 'Empty prompt' : `${oneLine(`…${after.slice(-40)}`)} (shorter)`;
  const start = after.lastIndexOf(' ', same) + 1;
  return oneLine(start > 0 ? `…${after.slice(start)}` : after);
}

export function oneLine(text: string): string {
  const line = wellFormed(text.slice(0, maxTitleLength).replaceAll(/\s+/g, ' ').trim());
  return line !== '' && text.length > maxTitleLength ? `${line}…` : line;
}
