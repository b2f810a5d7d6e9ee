import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPreparer, type Wish } from './preparer.ts';
import { findPrepared } from './prepared-values.ts';
import type { PrepareAnswer, PrepareOrder } from './prepare-worker.ts';

/** The worker's code behind ports, to inspect messages. */
class Wired extends EventTarget {
  static orders: PrepareOrder[] = [];
  static isBlocked = false;

  postMessage(order: PrepareOrder): void {
    Wired.orders.push(order);
    if (Wired.isBlocked) this.dispatchEvent(new Event('error'));
    else handle?.(new MessageEvent('message', { data: order }));
  }

  terminate(): void {
    answered.delete(this.#take);
  }

  constructor() {
    super();
    answered.add(this.#take);
  }

  readonly #take = (data: PrepareAnswer): void => {
    this.dispatchEvent(new MessageEvent('message', { data }));
  };
}

const answered = new Set<(data: PrepareAnswer) => void>();
let handle: ((event: MessageEvent<PrepareOrder>) => void) | undefined;

beforeEach(async () => {
  Wired.orders = [];
  Wired.isBlocked = false;
  vi.stubGlobal('Worker', Wired);
  vi.stubGlobal('location', { href: 'http://localhost/' });
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => queueMicrotask(act));
  vi.stubGlobal('addEventListener', (_: string, listener: typeof handle) => (handle = listener));
  vi.stubGlobal('postMessage', (data: PrepareAnswer) => {
    for (const take of answered) take(data);
  });
  vi.resetModules();
  await import('./prepare-worker.ts');
});
afterEach(() => vi.unstubAllGlobals());

const wishOf = (values: Float64Array): Wish => ({ values, weight: 0.5, isLog: false });
const longRun = (last: number) => Float64Array.from({ length: 30_000 }, (_, index) => (index + last) % 7);

async function prepared(preparer: ReturnType<typeof createPreparer>, wish: Wish): Promise<void> {
  preparer.want([wish], [wish]);
  await vi.waitUntil(() => findPrepared(wish.values, wish) !== null);
}

test('a worker holds the values that charts show, however often a run that goes on brings others', async () => {
  const preparer = createPreparer(() => undefined);
  for (let poll = 0; poll < 20; poll += 1) await prepared(preparer, wishOf(longRun(poll)));
  expect(Wired.orders).toHaveLength(20);
  const held = new Set<number>();
  for (const { key, values, forget } of Wired.orders) {
    expect(values).not.toBeNull();
    for (const gone of forget) held.delete(gone);
    held.add(key);
    expect(held.size).toBe(1);
  }
  // The page does not name forgotten values again.
  const forgotten = Wired.orders.flatMap(({ forget }) => forget);
  expect(new Set(forgotten).size).toBe(forgotten.length);
  preparer.close();
});

test('values that stay cross over once, and a worker that cannot run leaves no chart empty', async () => {
  const preparer = createPreparer(() => undefined);
  const values = longRun(0);
  await prepared(preparer, wishOf(values));
  await prepared(preparer, { ...wishOf(values), weight: 0.9 });
  expect(Wired.orders.map((order) => order.values === null)).toEqual([false, true]);
  Wired.isBlocked = true;
  await prepared(preparer, wishOf(longRun(1)));
  preparer.close();
});
