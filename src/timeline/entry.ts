// One thing that happened, as every timeline shows it, whether it was an event of a fine-tune or an update of a job.
import type { LevelWord } from './level.ts';

/** What happened. `position` is its place in the answer of the service, from 0. */
export interface Entry {
  /** Stable over reloads: the service's own hash, or one of the content. Unique in its list. */
  readonly key: string;
  readonly position: number;
  /** Unix milliseconds; null where the time could not be read. */
  readonly timeMs: number | null;
  /** The time as it was sent. */
  readonly timeText: string;
  readonly level: LevelWord;
  readonly type: string;
  readonly message: string;
  /** What the service sent. */
  readonly raw: unknown;
}
