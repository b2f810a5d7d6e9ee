// A run in short: what a list shows and a search finds without opening its recording.
import { wellFormed } from '#lib/surrogate-safe.ts';
import type { Draft } from '#draft/draft.ts';
import type { Run } from '#run/run.ts';
import { readFigures } from '#run/run-figures.ts';
import type { RunRecord } from './node.ts';

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
