// Curves from a fine-tune's events: services that measure write the loss into the message.
import type { FineTuneEvent } from '#api/schema/fine-tune-event.ts';
import { readTimeMs } from '#lib/read-time.ts';
import { collectCurves } from './collect-curves.ts';
import type { CurvePoint, CurveSet } from './curve.ts';
import { readMessage } from './from-message.ts';

/** The curves that the messages hold. The step of an event is its field where that is set, else the one in its words. */
export function curvesFromEvents(events: readonly FineTuneEvent[]): CurveSet {
  return collectCurves('events', points(events));
}

function* points(events: readonly FineTuneEvent[]): Generator<CurvePoint> {
  for (const [index, { message, step, created_at }] of events.entries()) {
    const figures = readMessage(message ?? '');
    const at = figures.step ?? (step !== undefined && step > 0 ? step : null);
    if (at === null) continue;
    const timeMs = readTimeMs(created_at) ?? undefined;
    for (const { name, value } of figures.values) {
      yield {
        name,
        step: at,
        value,
        epoch: figures.epoch ?? undefined,
        timeMs,
        line: index + 1,
      };
    }
  }
}
