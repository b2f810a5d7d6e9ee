// The embedded service: a Web Request in, a Response out.
import type { Engine } from './engine/engine.ts';
import { createGate, type GateParts, type Service } from './gate/gate.ts';
import { measureMachine } from './hardware/machine.ts';
import { createCompletion } from './routes/completions.ts';
import { listHardware } from './routes/hardware.ts';
import { listModels } from './routes/models.ts';
import { operationsNotServedYet } from './routes/not-yet.ts';
import type { Operation } from './routes/operation.ts';

export type { Service };

/** What the service is made of. Clock, randomness and pace come from outside, so that tests can hold them. */
export interface ServiceParts extends GateParts {
  readonly engine: Engine;
  /** Tokens a second for each choice of a stream; null for full speed. */
  readonly pace: number | null;
  readonly randomSeed?: () => number;
  /** From here on nothing goes on: open streams end with an error event. */
  readonly cut?: AbortSignal;
}

/** A service over an engine that runs. It answers everything below /v1, and /session. */
export function createService(parts: ServiceParts): Service {
  return createGate(parts, operationsOf(parts));
}

function operationsOf(parts: ServiceParts): readonly Operation[] {
  const clock = parts.clock ?? Date.now;
  const completion = createCompletion({
    engine: parts.engine,
    pace: parts.pace,
    clock,
    randomSeed: parts.randomSeed ?? (() => Math.floor(Math.random() * 2 ** 32)),
    cut: parts.cut ?? new AbortController().signal,
    onFailure: parts.onFailure ?? (() => {}),
  });
  const hardware = listHardware({ engine: parts.engine, machine: measureMachine(clock()), clock });
  return [listModels(parts.engine), completion, hardware, ...operationsNotServedYet()];
}
