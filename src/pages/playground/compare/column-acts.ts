// What a column can do about a run that broke off: ask again or go on, in the column itself; the others know nothing of it.
import { openConnections } from '#connection/store.ts';
import { focusField } from '#draft/draft-store.ts';
import { noteRepeated, noteResumed } from '#run/resumed-runs.ts';
import type { RunActs } from '#pages/playground/recovery/resume-offer.ts';
import type { Run } from '#run/run.ts';
import type { Comparison, Shown } from './comparison.ts';

/** @param elementId of the column that has a field of its model to go to; null where it has none */
export function columnActs(
  comparison: Comparison,
  columnId: string,
  { draft }: Shown,
  elementId: string | null,
): RunActs {
  return {
    repeat(client, run) {
      noteRepeated(comparison.run(client, columnId, draft, run.request), run.id);
    },
    goOn(client, run, { lane, tokenCount, request }) {
      if (request === null) return;
      const id = comparison.run(client, columnId, draft, request);
      noteResumed(id, { fromRunId: run.id, lane }, tokenCount);
    },
    ways: {
      connections: openConnections,
      prompt: () => focusField('prompt'),
      ...(elementId !== null && {
        model: () => focusField('model', document.getElementById(elementId) ?? document),
      }),
    },
  };
}

/** The text from which a run goes on; empty for one that begins behind the prompt of its draft. */
export function textBefore({ request }: Run, { draft }: Shown): string {
  return request.prompt.startsWith(draft.prompt) ? request.prompt.slice(draft.prompt.length) : '';
}
