// A recording as the run that it was, without showing it.
import { createBreather } from '#lib/breather.ts';
import { readEvent } from '#pages/playground/inspect/play-recording.ts';
import type { RecordedRun } from '#pages/playground/recorded-run.ts';
import { Recording } from '#pages/playground/recording.ts';
import type { Run } from '#pages/playground/run.ts';
import { at } from '#lib/at.ts';

/** It has ended, and its id is no run's of this page. A long one is read in turns between which the page has its own. */
export async function runOfRecording(recorded: RecordedRun): Promise<Run> {
  const { request, texts, times, startedAt, endState, error, endedMs, counts } = recorded;
  const recording = new Recording(request);
  const breathe = createBreather();
  for (const [index, data] of texts.entries()) {
    const event = readEvent(data, request.n ?? 1);
    if (event !== null) recording.receive(event, at(times, index));
    await breathe();
  }
  recording.counts = counts;
  return {
    id: 0,
    request,
    connectionId: 'recording',
    baseUrl: null,
    startedAt,
    startedMs: 0,
    recording,
    replay: { recorded, pace: Number.POSITIVE_INFINITY },
    state: { phase: 'ended', endState, error, endedMs },
  };
}
