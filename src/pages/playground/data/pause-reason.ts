// Data run phase, limits, reasons to pause.
import type { ApiError } from '#api/errors.ts';
import { jitterMs, retryDelay } from '#run/next-step.ts';
import type { BudgetUnit } from './budget.ts';
import type { CellResult } from './cell.ts';

export interface RunLimits {
  /** 1 to 4. */
  readonly atOnce: number;
  readonly unit: BudgetUnit;
  /** Null: no budget. */
  readonly bound: number | null;
  /** Resumes automatically after a 429. */
  readonly autoResume: boolean;
}

export type RunPhase =
  /** `only`: retried cells; null: all open cells. */
  | { readonly kind: 'running'; readonly only: ReadonlySet<number> | null }
  | { readonly kind: 'paused'; readonly reason: PauseReason }
  | { readonly kind: 'done' };

export type PauseReason =
  /** Not started in this page: new, or restored. */
  | { readonly kind: 'not-started' }
  | { readonly kind: 'user' }
  | { readonly kind: 'stopped' }
  /** Other cells were never sent. */
  | { readonly kind: 'retried' }
  /** `needed`: maximum cost of the next request, null if unlimited. */
  | { readonly kind: 'bound'; readonly needed: number | null }
  /**
   * 429 until `untilMs` on the run's clock. `isNamed`: the service gave the time; `isCut`: it asked for
   * longer. `only`: retried cells.
   */
  | {
      readonly kind: 'rate';
      readonly untilMs: number;
      readonly isNamed: boolean;
      readonly isCut: boolean;
      readonly only: ReadonlySet<number> | null;
    }
  /** Of the key; after a reload also by 429. */
  | { readonly kind: 'refused'; readonly refusal: CellResult }
  /** `last`: the newest of them. */
  | { readonly kind: 'failures'; readonly count: number; readonly last: CellResult };

export const failuresInARow = 10;

/** Consecutive; then it no longer resumes automatically. */
const maxAutoResumes = 5;

/** Needs an action even if all cells have ended. */
export function isWaiting({ kind }: PauseReason): boolean {
  return kind === 'rate' || kind === 'refused';
}

type RateReason = Extract<PauseReason, { kind: 'rate' }>;

export class RateLimitBackoff {
  /** Consecutive. */
  count = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get isScheduled(): boolean {
    return this.#timer !== undefined;
  }

  next(error: ApiError | null, nowMs: number, only: RateReason['only']): RateReason {
    const wait = retryDelay(error, this.count) ?? { ms: 0, isOwnGuess: true, isCut: false };
    this.count += 1;
    return { kind: 'rate', untilMs: nowMs + wait.ms, isNamed: !wait.isOwnGuess, isCut: wait.isCut, only };
  }

  /** Not if the time has passed, is too long, or it waited too often. */
  schedule({ untilMs, isCut }: RateReason, nowMs: number, resume: () => void): void {
    if (isCut || untilMs < nowMs || this.count > maxAutoResumes) return;
    this.#timer = setTimeout(resume, untilMs - nowMs + Math.random() * jitterMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
