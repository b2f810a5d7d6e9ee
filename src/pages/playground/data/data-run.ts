// Works through the cells of a plan: a few at once, never past its bound, nothing twice unless a person asks for it.
import type { Client } from '#api/client.ts';
import { createFrameSignal } from '#run/frame-signal.ts';
import type { RequestPool } from '#run/request-pool.ts';
import type { Run } from '#run/run.ts';
import type { Budget } from './budget.ts';
import { CellLedger, CellQueue } from './cell-ledger.ts';
import { isOpen, isTurnedAway, readResult, unsentResult, type CellResult, type KeptCell } from './cell.ts';
import {
  failuresInARow,
  isWaiting,
  RateWaits,
  type PauseReason,
  type RunLimits,
  type RunPhase,
} from './pause-reason.ts';
import { isOwnService, readPlan, type ReadPlan, type RunPlan } from './plan.ts';

/** What a run needs of its surroundings. */
export interface DataRunParts {
  readonly fleet: RequestPool;
  /** Milliseconds; performance.now() by default. */
  readonly now?: () => number;
  readonly requestFrame?: (callback: () => void) => void;
  /** Nothing is sent before it. */
  readonly ready?: Promise<void>;
  /** Hears of every cell when it is sent (with what it can cost) and when it has ended. */
  readonly onCell?: (kept: KeptCell) => void;
}

/** A run over a data set. It sends nothing before `goOn`. Views read it once a frame, by `subscribe` and `version`. */
export class DataRun {
  readonly read: ReadPlan;
  readonly ledger: CellLedger;
  phase: RunPhase = { kind: 'paused', reason: { kind: 'kept' } };
  limits: RunLimits;
  readonly #parts: DataRunParts;
  readonly #queue: CellQueue;
  readonly #signal;
  readonly #running = new Map<number, number>();
  readonly #recordings: KeptRecordings;
  readonly #leave: () => void;
  #client: Client | null = null;
  #isReady = true;
  #isClosed = false;
  #failures = 0;
  readonly #waits = new RateWaits();
  readonly #now: () => number;

  constructor(plan: RunPlan, limits: RunLimits, parts: DataRunParts, kept: readonly KeptCell[] = []) {
    this.read = readPlan(plan);
    this.ledger = new CellLedger(this.read.count);
    this.limits = limits;
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
    this.#signal = createFrameSignal(parts.requestFrame ?? ((callback) => requestAnimationFrame(callback)));
    this.#queue = new CellQueue(this.read.count, (cell) => this.results[cell] !== undefined);
    this.#recordings = new KeptRecordings(parts.fleet);
    this.ledger.setBound(limits.unit, limits.bound);
    for (const each of kept) this.ledger.restore(each);
    if (this.left === 0) this.phase = { kind: 'done' };
    this.#leave = parts.fleet.subscribe(this.#signal.mark);
    if (parts.ready !== undefined) void this.#hold(parts.ready);
  }

  /** Cells without a result. */
  get left(): number {
    return this.read.count - this.ledger.ended;
  }

  /** Cells that will have an end before it pauses by itself. */
  get toCome(): number {
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

  /** The runs of the cells that are under way, each as it stands now. */
  get underWay(): readonly Run[] {
    return [...this.#running.values()].flatMap((id) => this.#parts.fleet.get(id) ?? []);
  }

  /** Whether a timer makes it go on. */
  get goesOnByItself(): boolean {
    return this.#waits.isSet;
  }

  /** What is spent and reserved, in the unit of the limits. */
  get budget(): Budget {
    return this.ledger.budgets[this.limits.unit];
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#signal.subscribe(listener);
  readonly version = (): number => this.#signal.version();

  /** The run of a cell while it is under way, and afterwards as long as its recording is kept. */
  runOf(cell: number): Run | undefined {
    const id = this.#running.get(cell) ?? this.#recordings.get(cell);
    return id === undefined ? undefined : this.#parts.fleet.get(id);
  }

  /** Changes limits at once; a larger bound does not make a paused run go on. */
  setLimits(limits: RunLimits): void {
    const isArming = limits.isArmed !== this.limits.isArmed;
    this.limits = limits;
    if (isArming) this.#arm(this.#now());
    this.ledger.setBound(limits.unit, limits.bound);
    this.#signal.mark();
    this.#pump();
  }

  /** Starts or goes on. Cells that were refused by a 429 or a 401 go first: nothing of them was run. */
  goOn(client: Client): void {
    this.#waits.count = 0;
    this.#resume(client, null);
  }

  /** What is under way ends by itself; nothing new is sent. */
  pause(): void {
    if (this.phase.kind !== 'done') this.#pause({ kind: 'person' });
  }

  /** Ends what is under way, at once. */
  stop(): void {
    if (this.phase.kind === 'done') return;
    this.#pause({ kind: 'stopped' });
    for (const id of this.#running.values()) this.#parts.fleet.stop(id);
  }

  /** Asks again for cells that ended without being complete; a paused run sends these alone. Only ever called because a person asked. */
  retry(cells: readonly number[], client: Client): void {
    const open = cells.filter((cell) => isOpen(this.results[cell]));
    if (open.length === 0 || !isOwnService(this.read.plan, client)) return;
    this.#again(open);
    if (this.phase.kind !== 'running') return this.#resume(client, new Set(open));
    const { only } = this.phase;
    if (only !== null) this.#enter({ kind: 'running', only: new Set([...only, ...open]) });
    this.#pump();
  }

  /** Stops for good, and lets go of everything that it holds. Nothing is sent or kept afterwards. */
  close(): void {
    this.#isClosed = true;
    this.stop();
    this.#waits.disarm();
    for (const id of this.#running.values()) this.#parts.fleet.forget(id);
    this.#running.clear();
    this.#recordings.clear();
    this.#leave();
  }

  async #hold(ready: Promise<void>): Promise<void> {
    this.#isReady = false;
    await ready;
    this.#isReady = true;
    this.#pump();
  }

  #resume(client: Client, only: ReadonlySet<number> | null): void {
    if (this.phase.kind === 'running' || this.#isClosed || !isOwnService(this.read.plan, client)) return;
    this.#client = client;
    this.#failures = 0;
    this.#waits.disarm();
    const refused = this.results.flatMap((result, cell) =>
      isTurnedAway(result) && only?.has(cell) !== false ? [cell] : [],
    );
    this.#again(refused);
    this.#enter({ kind: 'running', only });
    this.#pump();
  }

  #again(cells: readonly number[]): void {
    for (const cell of cells) this.ledger.reopen(cell);
    this.#queue.putFirst(cells);
  }

  #enter(phase: RunPhase): void {
    this.phase = phase;
    this.#signal.mark();
  }

  #pause(reason: PauseReason): void {
    this.#waits.disarm();
    this.#takeBack();
    this.#enter({ kind: 'paused', reason });
  }

  /** Cells that still stand in the line of the service were not sent: they go back to where they came from. */
  #takeBack(): void {
    const waiting = [...this.#running].filter(
      ([, id]) => this.#parts.fleet.get(id)?.state.phase === 'queued',
    );
    for (const [cell, id] of waiting) {
      this.#running.delete(cell);
      this.ledger.release(cell);
      this.#parts.fleet.forget(id);
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
        // What is under way may cost less than was reserved for it, and so make room.
        if (this.#running.size === 0) this.#pause({ kind: 'bound', needed });
        return;
      }
      this.#queue.take();
      const kept = this.ledger.reserve(cell, reading.bound);
      const onSent = () => this.#parts.onCell?.(kept);
      const id = this.#parts.fleet.start(this.#client, reading.request, { onSent });
      this.#running.set(cell, id);
      void this.#parts.fleet.ended(id).then((run) => this.#end(cell, id, run));
    }
  }

  #end(cell: number, id: number, run: Run): void {
    if (this.#running.get(cell) !== id) return;
    this.#running.delete(cell);
    const result = readResult(run, this.read.placeOf(cell).output.prices);
    this.#recordings.keep(cell, id);
    this.#settle(cell, result);
    this.#react(result, run);
    this.#pump();
    if (this.phase.kind === 'paused' && this.left === 0 && !isWaiting(this.phase.reason)) this.#finish();
  }

  /** Nothing is under way, and nothing goes next. */
  #finish(): void {
    if (this.left === 0) this.#enter({ kind: 'done' });
    else this.#pause({ kind: 'retried' });
  }

  #settle(cell: number, result: CellResult): void {
    const kept = this.ledger.settle(cell, result);
    this.#parts.onCell?.(kept);
    this.#signal.mark();
  }

  /** What one failure says about all that would follow. */
  #react(result: CellResult, run: Run): void {
    if (result.state === 'complete') {
      this.#failures = 0;
      this.#waits.count = 0;
      return;
    }
    if (result.state === 'failed') this.#failures += 1;
    if (this.phase.kind !== 'running') return;
    if (result.status === 401) this.#pause({ kind: 'credentials' });
    else if (result.status === 429) {
      const [error, nowMs] = [run.state.phase === 'ended' ? run.state.error : null, this.#now()];
      this.#pause(this.#waits.next(error, nowMs, this.phase.only));
      this.#arm(nowMs);
    } else if (this.#failures >= failuresInARow) this.#pause({ kind: 'failures', count: this.#failures });
  }

  #arm(nowMs: number): void {
    const client = this.#client;
    if (this.phase.kind !== 'paused' || this.phase.reason.kind !== 'rate' || client === null) return;
    const { reason } = this.phase;
    this.#waits.disarm();
    if (this.limits.isArmed) this.#waits.arm(reason, nowMs, () => this.#resume(client, reason.only));
  }
}

/** How many are kept. */
const limit = 40;

/** Runs of a fleet by cell; what falls out is forgotten by the fleet. */
class KeptRecordings {
  readonly #fleet: RequestPool;
  readonly #runs = new Map<number, number>();

  constructor(fleet: RequestPool) {
    this.#fleet = fleet;
  }

  /** The id of a cell's run; undefined where it is not kept. */
  get(cell: number): number | undefined {
    return this.#runs.get(cell);
  }

  /** Keeps the newest run of a cell. */
  keep(cell: number, id: number): void {
    this.#drop(cell);
    this.#runs.set(cell, id);
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > limit && oldest !== undefined) this.#drop(oldest);
  }

  /** Forgets all. */
  clear(): void {
    for (const cell of this.#runs.keys()) this.#drop(cell);
  }

  #drop(cell: number): void {
    const id = this.#runs.get(cell);
    if (id === undefined) return;
    this.#runs.delete(cell);
    this.#fleet.forget(id);
  }
}
