// Data run: sends cells with limited concurrency, within a budget.
import type { Client } from '#api/client.ts';
import { isKeyRefused } from '#api/errors.ts';
import { createFrameSignal, type RequestPool } from '#run/request-pool.ts';
import type { Run } from '#run/run.ts';
import type { Budget } from './budget.ts';
import { CellLedger, CellQueue } from './cell-ledger.ts';
import {
  isOpen,
  isRefusedUnrun,
  readResult,
  unsentResult,
  type CellResult,
  type StoredCell,
} from './cell.ts';
import {
  failuresInARow,
  isWaiting,
  RateLimitBackoff,
  type PauseReason,
  type RunLimits,
  type RunPhase,
} from './pause-reason.ts';
import { isOwnService, readPlan, type ReadPlan, type RunPlan } from './plan.ts';

export interface DataRunParts {
  readonly pool: RequestPool;
  /** Default performance.now(). */
  readonly now?: () => number;
  readonly requestFrame?: (callback: () => void) => void;
  /** Nothing is sent before it resolves. */
  readonly ready?: Promise<void>;
  /** Called on sending (with its maximum cost) and at its end. */
  readonly onCell?: (stored: StoredCell) => void;
}

const maxRecordings = 40;

/** Sends nothing before `resume`. Notifies once a frame. */
export class DataRun {
  readonly read: ReadPlan;
  readonly ledger: CellLedger;
  phase: RunPhase = { kind: 'paused', reason: { kind: 'not-started' } };
  limits: RunLimits;
  readonly #parts: DataRunParts;
  readonly #queue: CellQueue;
  readonly #signal;
  readonly #running = new Map<number, number>();
  /** Of ended cells, oldest first. */
  readonly #recordings = new Map<number, number>();
  readonly #unsubscribe: () => void;
  #client: Client | null = null;
  #isReady = true;
  #isClosed = false;
  #failures = 0;
  readonly #backoff = new RateLimitBackoff();
  readonly #now: () => number;

  constructor(plan: RunPlan, limits: RunLimits, parts: DataRunParts, stored: readonly StoredCell[] = []) {
    this.read = readPlan(plan);
    this.ledger = new CellLedger(this.read.count);
    this.limits = limits;
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
    this.#signal = createFrameSignal(parts.requestFrame ?? ((callback) => requestAnimationFrame(callback)));
    this.#queue = new CellQueue(this.read.count, (cell) => this.results[cell] !== undefined);
    this.ledger.setBound(limits.unit, limits.bound);
    for (const each of stored) this.ledger.restore(each);
    const refusal = this.results.findLast(isRefusedUnrun);
    if (refusal !== undefined) this.phase = { kind: 'paused', reason: { kind: 'refused', refusal } };
    else if (this.left === 0) this.phase = { kind: 'done' };
    this.#unsubscribe = parts.pool.subscribe(this.#signal.mark);
    if (parts.ready !== undefined) void this.#waitUntil(parts.ready);
  }

  get left(): number {
    return this.read.count - this.ledger.ended;
  }

  /** Cells left to end before the run pauses or is done. */
  get pendingCount(): number {
    const only = this.phase.kind === 'running' ? this.phase.only : null;
    return only === null ? this.left : [...only].filter((cell) => this.results[cell] === undefined).length;
  }

  get results(): readonly (CellResult | undefined)[] {
    return this.ledger.results;
  }

  get counts(): CellLedger['counts'] {
    return this.ledger.counts;
  }

  get runningCount(): number {
    return this.#running.size;
  }

  get activeRuns(): readonly Run[] {
    return [...this.#running.values()].flatMap((id) => this.#parts.pool.get(id) ?? []);
  }

  get willAutoResume(): boolean {
    return this.#backoff.isScheduled;
  }

  /** In the unit of the limits. */
  get budget(): Budget {
    return this.ledger.budgets[this.limits.unit];
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#signal.subscribe(listener);
  readonly version = (): number => this.#signal.version();

  /** Undefined once its recording is dropped. */
  runOf(cell: number): Run | undefined {
    const id = this.#running.get(cell) ?? this.#recordings.get(cell);
    return id === undefined ? undefined : this.#parts.pool.get(id);
  }

  /** A larger budget does not resume a paused run. */
  setLimits(limits: RunLimits): void {
    const isToggled = limits.autoResume !== this.limits.autoResume;
    this.limits = limits;
    if (isToggled) this.#scheduleResume(this.#now());
    this.ledger.setBound(limits.unit, limits.bound);
    this.#signal.mark();
    this.#pump();
  }

  /** Starts or resumes, first with cells refused by 429 or for their key: they were not run. */
  resume(client: Client): void {
    this.#backoff.count = 0;
    this.#resume(client, null);
  }

  /** Running requests finish. */
  pause(): void {
    if (this.phase.kind !== 'done') this.#pause({ kind: 'user' });
  }

  stop(): void {
    if (this.phase.kind === 'done') return;
    this.#pause({ kind: 'stopped' });
    this.#parts.pool.stop(...this.#running.values());
  }

  /** A paused run sends only these. Only on user request. */
  retry(cells: readonly number[], client: Client): void {
    const open = cells.filter((cell) => isOpen(this.results[cell]));
    if (open.length === 0 || !isOwnService(this.read.plan, client)) return;
    this.#reopen(open);
    if (this.phase.kind !== 'running') return this.#resume(client, new Set(open));
    const { only } = this.phase;
    if (only !== null) this.#enter({ kind: 'running', only: new Set([...only, ...open]) });
    this.#pump();
  }

  /** Stops permanently. */
  close(): void {
    this.#isClosed = true;
    this.stop();
    this.#backoff.cancel();
    for (const id of this.#running.values()) this.#parts.pool.forget(id);
    this.#running.clear();
    for (const cell of this.#recordings.keys()) this.#dropRecording(cell);
    this.#unsubscribe();
  }

  async #waitUntil(ready: Promise<void>): Promise<void> {
    this.#isReady = false;
    await ready;
    this.#isReady = true;
    this.#pump();
  }

  #resume(client: Client, only: ReadonlySet<number> | null): void {
    if (this.phase.kind === 'running' || this.#isClosed || !isOwnService(this.read.plan, client)) return;
    this.#client = client;
    this.#failures = 0;
    this.#backoff.cancel();
    const refused = this.results.flatMap((result, cell) =>
      isRefusedUnrun(result) && only?.has(cell) !== false ? [cell] : [],
    );
    this.#reopen(refused);
    this.#enter({ kind: 'running', only });
    this.#pump();
  }

  #reopen(cells: readonly number[]): void {
    for (const cell of cells) this.ledger.reopen(cell);
    this.#queue.putFirst(cells);
  }

  #enter(phase: RunPhase): void {
    this.phase = phase;
    this.#signal.mark();
  }

  #pause(reason: PauseReason): void {
    this.#backoff.cancel();
    this.#requeueQueued();
    this.#enter({ kind: 'paused', reason });
  }

  /** Queued cells were not sent: they return to the queue. */
  #requeueQueued(): void {
    const waiting = [...this.#running].filter(([, id]) => this.#parts.pool.get(id)?.state.phase === 'queued');
    for (const [cell, id] of waiting) {
      this.#running.delete(cell);
      this.ledger.release(cell);
      this.#parts.pool.forget(id);
    }
    this.#queue.putFirst(waiting.map(([cell]) => cell));
  }

  #pump(): void {
    while (this.#isReady && this.phase.kind === 'running' && this.#running.size < this.limits.atOnce) {
      const cell = this.#queue.first();
      if (cell === null || this.#client === null || this.phase.only?.has(cell) === false) {
        if (this.#running.size === 0) this.#finish();
        return;
      }
      const reading = this.read.requestOf(cell);
      if (!reading.ok) {
        this.#queue.take();
        this.#settle(cell, unsentResult(reading.errors[0]?.message ?? 'The request is invalid.'));
        continue;
      }
      const needed = reading.bound[this.limits.unit];
      if (!this.budget.fits(needed)) {
        // Running requests may cost less than reserved.
        if (this.#running.size === 0) this.#pause({ kind: 'bound', needed });
        return;
      }
      this.#queue.take();
      const stored = this.ledger.reserve(cell, reading.bound);
      const onSent = () => this.#parts.onCell?.(stored);
      const id = this.#parts.pool.start(this.#client, reading.request, { onSent });
      this.#running.set(cell, id);
      void this.#parts.pool.ended(id).then((run) => this.#end(cell, id, run));
    }
  }

  #end(cell: number, id: number, run: Run): void {
    if (this.#running.get(cell) !== id) return;
    this.#running.delete(cell);
    const result = readResult(run, this.read.placeOf(cell).output.prices);
    this.#keepRecording(cell, id);
    this.#settle(cell, result);
    this.#react(result, run);
    this.#pump();
    if (this.phase.kind === 'paused' && this.left === 0 && !isWaiting(this.phase.reason)) this.#finish();
  }

  #keepRecording(cell: number, id: number): void {
    this.#dropRecording(cell);
    this.#recordings.set(cell, id);
    const [oldest] = this.#recordings.keys();
    if (this.#recordings.size > maxRecordings && oldest !== undefined) this.#dropRecording(oldest);
  }

  #dropRecording(cell: number): void {
    const id = this.#recordings.get(cell);
    this.#recordings.delete(cell);
    if (id !== undefined) this.#parts.pool.forget(id);
  }

  #finish(): void {
    if (this.left === 0) this.#enter({ kind: 'done' });
    else this.#pause({ kind: 'retried' });
  }

  #settle(cell: number, result: CellResult): void {
    const stored = this.ledger.settle(cell, result);
    this.#parts.onCell?.(stored);
    this.#signal.mark();
  }

  /** Pauses if a failure affects later cells too. */
  #react(result: CellResult, run: Run): void {
    if (result.state === 'complete') {
      this.#failures = 0;
      this.#backoff.count = 0;
      return;
    }
    if (result.state === 'failed') this.#failures += 1;
    if (this.phase.kind !== 'running') return;
    if (isKeyRefused(result)) this.#pause({ kind: 'refused', refusal: result });
    else if (result.status === 429) {
      const [error, nowMs] = [run.state.phase === 'ended' ? run.state.error : null, this.#now()];
      this.#pause(this.#backoff.next(error, nowMs, this.phase.only));
      this.#scheduleResume(nowMs);
    } else if (this.#failures >= failuresInARow)
      this.#pause({ kind: 'failures', count: this.#failures, last: result });
  }

  #scheduleResume(nowMs: number): void {
    const client = this.#client;
    if (this.phase.kind !== 'paused' || this.phase.reason.kind !== 'rate' || client === null) return;
    const { reason } = this.phase;
    this.#backoff.cancel();
    if (this.limits.autoResume)
      this.#backoff.schedule(reason, nowMs, () => this.#resume(client, reason.only));
  }
}
