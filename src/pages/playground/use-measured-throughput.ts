// What a run has shown of a model's pace is kept once it is over: the hardware page reckons with it.
import { useEffect } from 'react';
import { noteThroughput } from '#pricing/throughput.ts';
import type { Run } from './run.ts';

let notedRunId = 0;

/** Notes each run once, however often its output is drawn; a replay measures nothing. */
export function useMeasuredThroughput(run: Run | null): void {
  useEffect(() => {
    if (run === null || run.state.phase !== 'ended' || run.replay !== null || run.id <= notedRunId) return;
    const { firstTokenMs, lastTokenMs, tokenCount, lanes } = run.recording;
    if (firstTokenMs === null || lastTokenMs === null) return;
    notedRunId = run.id;
    noteThroughput({
      connectionId: run.connectionId,
      model: run.request.model,
      at: new Date().toISOString(),
      tokens: tokenCount - 1,
      seconds: (lastTokenMs - firstTokenMs) / 1000,
      choices: lanes.size,
    });
  }, [run]);
}
