// Fixtures of browser tests, all in one place: other worker-scoped fixtures would need separate workers.
import { test as base, type Page } from '@playwright/test';
import { startListService, type ListService } from '#tools/bench/upstreams.ts';
import { startService, type RunningService } from '#tools/setup/service-process.ts';
import { faultyAnswers } from './faulty-answers.ts';
import { startFaultyService, type FaultyService } from './faulty-service.ts';
import { startFineTuneUpstream, type FineTuneUpstream } from './fine-tune-upstream.ts';
import { startTrainedService, type TrainedService } from './trained-service.ts';

/** Started once per worker, at the first test that needs it. */
interface Services {
  /** Inferdeck as a user starts it; `page.goto('/')` opens its dashboard. */
  service: RunningService;
  /** At full speed, with the models that fail on purpose. */
  quick: RunningService;
  /** Fails in every way; the page may talk to it directly. */
  faulty: FaultyService;
  /** In front of the fine-tunes of a test. */
  fineTunes: FineTuneUpstream;
  /** In front of the models of a test. */
  lists: ListService;
  /** Trains a fine-tune whose name holds "weather"; it may still be at it. */
  trained: TrainedService;
}

interface Acts {
  /** Stops the page's clock so much later than it is, by default an hour: what a busy machine takes makes nothing due. */
  pauseClock: (aheadMs?: number) => Promise<void>;
}

export const test = base.extend<Acts, Services>({
  service: [({}, provide) => during(startService(), provide), { scope: 'worker' }],
  quick: [
    ({}, provide) => during(startService({ INFERDECK_PACE: 'off', INFERDECK_FAULTS: 'on' }), provide),
    { scope: 'worker' },
  ],
  faulty: [({}, provide) => during(startFaultyService(faultyAnswers), provide), { scope: 'worker' }],
  fineTunes: [
    ({}, provide) => {
      const pricing = { input: 1, output: 1, finetune: 3 };
      return during(startFineTuneUpstream([{ id: 'acme/base', type: 'language', pricing }]), provide);
    },
    { scope: 'worker' },
  ],
  lists: [({}, provide) => during(startListService([]), provide), { scope: 'worker' }],
  trained: [({}, provide) => during(startTrainedService(), provide), { scope: 'worker' }],
  baseURL: async ({ service }, provide) => provide(service.url),
  // A page that is left at once would lose what it is about to store: nobody presses reload that fast.
  page: async ({ page }, provide) => {
    await page.addInitScript(watchDatabases);
    const before = { goto: page.goto.bind(page), reload: page.reload.bind(page) };
    page.goto = async (...to) => {
      await settleDatabases(page);
      return before.goto(...to);
    };
    page.reload = async (...how) => {
      await settleDatabases(page);
      return before.reload(...how);
    };
    await provide(page);
    Object.assign(page, before);
  },
  pauseClock: async ({ page }, provide) => {
    let isPaused = false;
    await provide(async (aheadMs = 3_600_000) => {
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + aheadMs);
      isPaused = true;
    });
    // Playwright would resume it while the page is emptied, and leave a script that fails in every later test.
    if (isPaused) await page.clock.resume();
  },
});

/** Counts databases being opened, and transactions. */
function watchDatabases(): void {
  let open = 0;
  Object.assign(globalThis, { openTransactions: () => open });
  const watch = (target: EventTarget, ends: readonly string[]) => {
    open += 1;
    const end = () => {
      open -= 1;
      for (const name of ends) target.removeEventListener(name, end);
    };
    for (const name of ends) target.addEventListener(name, end);
  };
  const begin = IDBDatabase.prototype['transaction'];
  const openDatabase = IDBFactory.prototype['open'];
  IDBDatabase.prototype.transaction = function watched(...which) {
    const transaction = begin.apply(this, which);
    watch(transaction, ['complete', 'abort']);
    return transaction;
  };
  IDBFactory.prototype.open = function watched(...which) {
    const opening = openDatabase.apply(this, which);
    watch(opening, ['success', 'error']);
    return opening;
  };
}

declare function openTransactions(): number;

function isStoring(): boolean {
  return 'openTransactions' in globalThis && openTransactions() > 0;
}

/** Tests hold some open on purpose. */
const maxAsks = 100;

async function settleDatabases(page: Page): Promise<void> {
  let idle = 0;
  for (let asked = 0; asked < maxAsks && idle < 3; asked += 1)
    idle = (await page.evaluate(isStoring).catch(() => false)) ? 0 : idle + 1;
}

/** Provides started services, and stops them when the worker ends. */
async function during<T extends { stop(): Promise<unknown> }>(
  starting: Promise<T>,
  provide: (started: T) => Promise<void>,
): Promise<void> {
  const started = await starting;
  await provide(started);
  await started.stop();
}

export { expect } from '@playwright/test';
