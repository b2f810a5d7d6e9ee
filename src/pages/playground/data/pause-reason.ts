// Where a run stands, what limits it, and why it is paused.
import type { ApiError } from '#api/errors.ts';
import { jitterMs, retryDelay } from '#pages/playground/recovery/retry-delay.ts';
import type { BudgetUnit } from './budget.ts';

/** What a person sets, before a run and while it goes. */
export interface RunLimits {
  /** Requests at once, 1 to 4. */
  readonly atOnce: number;
  readonly unit: BudgetUnit;
  /** In the unit; null: none. */
  readonly bound: number | null;
  /** After a 429 it goes on by itself once the time is over. */
  readonly isArmed: boolean;
}

/** Where a run stands. */
export type RunPhase =
  /** `only`: the cells that a person asked for again, and nothing besides; null: all that are left. */
  | { readonly kind: 'running'; readonly only: ReadonlySet<number> | null }
  | { readonly kind: 'paused'; readonly reason: PauseReason }
  | { readonly kind: 'done' };

/** Why nothing new is sent. */
export type PauseReason =
  /** It has not been started in this page: it is new, or it was kept from before. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'person' }
  | { readonly kind: 'stopped' }
  /** The cells that a person asked for again have ended; others were never sent. */
  | { readonly kind: 'retried' }
  /** The next request could pass the bound. `needed` is what it can cost at most, null where nothing limits it. */
  | { readonly kind: 'bound'; readonly needed: number | null }
  /**
   * 429: no more requests until then; `untilMs` is of the run's clock. `isNamed`: the service said how long; `isCut`: it
   * asked for longer. `only`: the cells that were asked for again, when it was about them.
   */
  | {
      readonly kind: 'rate';
      readonly untilMs: number;
      readonly isNamed: boolean;
      readonly isCut: boolean;
      readonly only: ReadonlySet<number> | null;
    }
  | { readonly kind: 'credentials' }
  | { readonly kind: 'failures'; readonly count: number };

/** Failures in a row after which a run pauses: what fails ten times will fail ten thousand times. */
export const failuresInARow = 10;

/** Waits in a row after which an armed run no longer goes on by itself. */
const armedWaits = 5;

/** The reason asks for an act of its own, even where all cells have an end. */
export function isWaiting({ kind }: PauseReason): boolean {
  return kind === 'rate' || kind === 'credentials';
}

type RateReason = Extract<PauseReason, { kind: 'rate' }>;

/** The waits of a run after 429s: how long each is, and the timer of the last one. */
export class RateWaits {
  /** In a row. */
  count = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether a timer makes the run go on. */
  get isSet(): boolean {
    return this.#timer !== undefined;
  }

  /** What a refusal asks for. @param only see `RunPhase` */
  next(error: ApiError | null, nowMs: number, only: RateReason['only']): RateReason {
    const wait = retryDelay(error, this.count) ?? { ms: 0, isOwnGuess: true, isCut: false };
    this.count += 1;
    return { kind: 'rate', untilMs: nowMs + wait.ms, isNamed: !wait.isOwnGuess, isCut: wait.isCut, only };
  }

  /** Acts once its time has come; not where it has passed, is not all that the service asks for, or came too often. */
  arm({ untilMs, isCut }: RateReason, nowMs: number, act: () => void): void {
    if (isCut || untilMs < nowMs || this.count > armedWaits) return;
    this.#timer = setTimeout(act, untilMs - nowMs + Math.random() * jitterMs);
  }

  /** Nothing happens by itself any more. */
  disarm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
