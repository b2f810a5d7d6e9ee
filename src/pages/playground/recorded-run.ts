// A run that is over, as it can be kept in a file and played again: what was asked, what came when, how it ended.
import type { ApiError } from '#api/errors.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { EndState } from './end-states.ts';

/** Everything that is needed to show a run again, exactly. It holds no token and no address. */
export interface RecordedRun {
  /** The name that the connection had for the person who recorded it. */
  readonly connection: string;
  readonly startedAt: Date;
  readonly request: CompletionRequest;
  /** The data of each event as it stood on the wire; for a JSON answer the one answer. */
  readonly texts: readonly string[];
  /** When each came, milliseconds since the start; as many as texts, never falling. */
  readonly times: ArrayLike<number>;
  readonly endState: EndState;
  readonly error: ApiError | null;
  /** Milliseconds from the start to the end. */
  readonly endedMs: number;
  /** What the wire held besides, by name (StreamEnd.counts); empty where the run has none. */
  readonly counts: Readonly<Record<string, number>>;
}
