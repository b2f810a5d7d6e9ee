// Fixtures of browser tests, all in one place: other worker-scoped fixtures would need separate workers.
import { test as base } from '@playwright/test';
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
  /** Stops the page's clock, an hour later than it is. */
  pauseClock: () => Promise<void>;
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
  pauseClock: async ({ page }, provide) => {
    let isPaused = false;
    await provide(async () => {
      await page.clock.pauseAt(Date.now() + 3_600_000);
      isPaused = true;
    });
    // Playwright would resume it while the page is emptied, and leave a script that fails in every later test.
    if (isPaused) await page.clock.resume();
  },
});

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
