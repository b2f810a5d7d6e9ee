// A run that is over, taken out of the page as a recording.
import type { RecordedRun } from '#pages/playground/recorded-run.ts';
import type { Run } from '#pages/playground/run.ts';

/** Null while the run still receives. A replay gives the recording that it plays, whole, wherever it was stopped. */
export function recordRun(run: Run, connection: string): RecordedRun | null {
  if (run.state.phase !== 'ended') return null;
  if (run.replay !== null) return run.replay.recorded;
  const { events, counts } = run.recording;
  const { endState, error, endedMs } = run.state;
  return {
    connection,
    startedAt: run.startedAt,
    request: run.request,
    texts: events.texts,
    times: events.times.view(),
    endState,
    error,
    endedMs,
    counts,
  };
}
