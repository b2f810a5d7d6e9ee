// What a run has shown of a model's pace is kept once it is over: the hardware page reckons with it.
import { noteThroughput } from '#pricing/throughput.ts';
import type { Run } from '#run/run.ts';

/** Notes a run that has ended. A replay measures nothing, and an echoed prompt was not written by the model. */
export function noteMeasured({ serviceKey, request, recording, replay }: Run): void {
  const { firstTokenMs, lastTokenMs, tokenCount, lanes } = recording;
  if (
    replay !== null ||
    serviceKey === null ||
    request.echo === true ||
    firstTokenMs === null ||
    lastTokenMs === null
  )
    return;
  noteThroughput({
    serviceKey: serviceKey(),
    model: request.model,
    at: new Date().toISOString(),
    tokens: tokenCount - 1,
    seconds: (lastTokenMs - firstTokenMs) / 1000,
    choices: lanes.size,
  });
}
