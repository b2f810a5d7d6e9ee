// One accepted completion while it runs: its request, its identity, and the engine's events.
import type { EngineEvent, EngineRequest } from '#service/engine/engine.ts';

/** The engine's first batch: what the engine refuses has been refused before this, with a status. */
export type FirstBatch = IteratorResult<readonly EngineEvent[], unknown>;

/** Everything that an answer, JSON or streamed, is made from. */
export interface Run {
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
  readonly request: EngineRequest;
  readonly withLogprobs: boolean;
  /** The engine's events in batches, already through the safety model; throws what the engine throws. */
  readonly events: AsyncIterator<readonly EngineEvent[]>;
  /** Stops the engine; harmless when it has ended. */
  abort(): void;
}
