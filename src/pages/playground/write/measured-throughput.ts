// Measured throughput of ended runs.
import { noteThroughput } from '#pricing/throughput.ts';
import type { Run } from '#run/run.ts';

/** Ignores replays, `echo`, whose prompt the model did not write, and pieces, which would measure too little. */
export function noteMeasured({ serviceKey, request, recording, replay }: Run): void {
  const { firstTokenMs, lastTokenMs, tokenCount, isUncounted, choices } = recording;
  if (
    replay !== null ||
    serviceKey === null ||
    request.echo === true ||
    isUncounted ||
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
    choices: choices.size,
  });
}
