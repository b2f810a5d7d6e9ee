// Embedded service: a Web Request in, a Response out.
import type { Engine } from './engine/engine.ts';
import { createGate, type GateParts, type Service } from '#service/http/gate.ts';
import { measureMachine, listHardware } from '#service/catalogue/hardware.ts';
import { type CompletionLimits, createCompletion } from '#service/completions/completions.ts';
import {
  listCheckpoints,
  listEvents,
  listFineTunes,
  listMetrics,
  readJob,
} from '#service/jobs/operations.ts';
import { listModels } from '#service/catalogue/models.ts';
import type { Operation } from '#service/http/operation.ts';
import { withFaults } from '#service/completions/fault-models.ts';
import { openStore, type Store } from './store/store.ts';

export interface ServiceParts extends GateParts {
  readonly engine: Engine;
  /** In memory by default. */
  readonly store?: Store;
  /** Tokens per second and choice of a stream; null for full speed. */
  readonly pace: number | null;
  readonly randomSeed?: () => number;
  /** Ends open streams with an error event. */
  readonly cut?: AbortSignal;
  readonly limits?: CompletionLimits;
  readonly faults?: { readonly slowMs: number };
}

/** Answers /session and all of /v1. */
export function createService(parts: ServiceParts): Service {
  return createGate(parts, operationsOf(parts));
}

function operationsOf(parts: ServiceParts): readonly Operation[] {
  const clock = parts.clock ?? Date.now;
  const cut = parts.cut ?? new AbortController().signal;
  const real = createCompletion({
    engine: parts.engine,
    pace: parts.pace,
    clock,
    randomSeed: parts.randomSeed ?? (() => Math.floor(Math.random() * 2 ** 32)),
    cut,
    onFailure: parts.onFailure ?? (() => {}),
    ...(parts.limits === undefined ? {} : { limits: parts.limits }),
  });
  const model = () => parts.engine.models()[0]?.id ?? '';
  const completion = parts.faults === undefined ? real : withFaults(real, { ...parts.faults, model, cut });
  const hardware = listHardware({ engine: parts.engine, machine: measureMachine(clock()), clock });
  const store = parts.store ?? openStore(':memory:');
  return [
    listModels(parts.engine, store),
    completion,
    hardware,
    listFineTunes(store),
    listCheckpoints(store),
    listEvents(store),
    listMetrics(store),
    readJob(store),
  ];
}
