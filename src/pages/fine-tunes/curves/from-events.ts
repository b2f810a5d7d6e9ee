// Curves from a fine-tune's events: services that measure write the loss into the message.
import type { FineTuneEvent } from '#api/schema/fine-tune.ts';
import { readTimeMs } from '#lib/read-time.ts';
import { collectCurves } from './collect-curves.ts';
import type { CurvePoint, CurveSet } from './curve.ts';
import { readMessage, type MessageFigures } from './from-message.ts';

/** Where no event says a step, they are counted: such curves have a shape, and their steps are those of nobody else. */
const counted = 'events, steps counted';

/** Whether the steps of the curves were counted here. */
export function areStepsCounted({ sources }: CurveSet): boolean {
  return sources.includes(counted);
}

/** The curves that the messages hold. The step of an event is its field where that is set, else the one in its words. */
export function curvesFromEvents(events: readonly FineTuneEvent[]): CurveSet {
  const read = events.flatMap((event, index): readonly ReadEvent[] => {
    const { values, epoch, step } = readMessage(event.message ?? '');
    if (values.length === 0) return [];
    const own = event.step !== undefined && event.step > 0 ? event.step : step;
    return [{ step: own, values, epoch, timeMs: readTimeMs(event.created_at), line: index + 1 }];
  });
  const isCounted = read.length > 0 && read.every(({ step }) => step === null);
  return collectCurves(isCounted ? counted : 'events', points(isCounted ? countSteps(read) : read));
}

interface ReadEvent extends MessageFigures {
  readonly timeMs: number | null;
  readonly line: number;
}

/** A training loss begins a step; an evaluation belongs to the step before it. */
function countSteps(read: readonly ReadEvent[]): readonly ReadEvent[] {
  let step = 0;
  return read.map(({ values, epoch, timeMs, line }) => {
    if (step === 0 || values.some(({ name }) => name === 'train loss')) step += 1;
    return { step, values, epoch, timeMs, line };
  });
}

function* points(read: readonly ReadEvent[]): Generator<CurvePoint> {
  for (const { step, values, epoch, timeMs, line } of read) {
    if (step === null) continue;
    for (const { name, value } of values)
      yield { name, step, value, epoch: epoch ?? undefined, timeMs: timeMs ?? undefined, line };
  }
}
