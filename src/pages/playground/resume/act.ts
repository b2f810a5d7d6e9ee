// The two things that a person can press after a run that broke off: go on from its text, or send the same again.
import type { Client } from '#api/client.ts';
import { openConnections } from '#connection/store.ts';
import { focusField } from '#pages/playground/field-focus.ts';
import { fillDraft } from '#pages/playground/fill-draft.ts';
import type { Run } from '#pages/playground/run.ts';
import { runStore } from '#pages/playground/use-run.ts';
import { draftOfRequest } from '#pages/playground/draft.ts';
import type { ResumeOffer } from './resume-offer.ts';
import { noteRepeated, noteResumed } from './resumed-runs.ts';
import type { RunActs } from './run-acts.ts';

/** The acts of the Write view: they send through its one run, and lead to its fields. */
export const writeActs: RunActs = {
  repeat: repeatRun,
  goOn: continueRun,
  ways: {
    connections: openConnections,
    model: () => focusField('model'),
    prompt: () => focusField('prompt'),
  },
};

/** Fills the draft with prompt and partial text, and sends it once. Nothing happens while a run receives. */
function continueRun(client: Client, run: Run, { lane, tokenCount, request }: ResumeOffer): void {
  if (request === null || runStore.current()?.state.phase !== 'ended') return;
  fillDraft(draftOfRequest(request), { how: 'resumed', runId: run.id, lane });
  const next = start(client, request);
  if (next !== null) noteResumed(next.id, { fromRunId: run.id, lane }, tokenCount);
}

/** Sends the run's own request once more; the draft stays as it is. Nothing happens while a run receives. */
function repeatRun(client: Client, run: Run): void {
  const next = start(client, run.request);
  if (next !== null) noteRepeated(next.id, run.id);
}

function start(client: Client, request: Run['request']): Run | null {
  return runStore.start(client, request) ? runStore.current() : null;
}
