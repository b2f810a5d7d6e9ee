// The fixtures of browser tests. All are named here: tests that know others of a worker's scope get workers of their own.
import { test as base } from '@playwright/test';
import { startListService, type ListService } from '#tools/bench/upstreams.ts';
import { startService, type RunningService } from '#tools/setup/service-process.ts';
import { faultyAnswers } from './faulty-answers.ts';
import { startFaultyService, type FaultyService } from './faulty-service.ts';
import { startFineTuneUpstream, type FineTuneUpstream } from './fine-tune-upstream.ts';
import { startTrainedService, type TrainedService } from './trained-service.ts';

/** What a worker starts once, when its first test asks for it. */
interface Services {
  /** Inferdeck as a person starts it; `page.goto('/')` opens its dashboard. */
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
    // Playwright would let it go on while the page is emptied, and leave a script that fails in every later test.
    if (isPaused) await page.clock.resume();
  },
});

/** Hands out what is started, and stops it when the worker ends. */
async function during<T extends { stop(): Promise<unknown> }>(
  starting: Promise<T>,
  provide: (started: T) => Promise<void>,
): Promise<void> {
  const started = await starting;
  await provide(started);
  await started.stop();
}

export { expect } from '@playwright/test';
