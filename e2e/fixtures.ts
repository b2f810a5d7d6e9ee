// The fixture of every browser test: a service of its own for each worker.
import { test as base } from '@playwright/test';
import { startService, type RunningService } from '#tools/setup/service-process.ts';

/** `test` with the worker's own service; `page.goto('/')` opens its dashboard. */
export const test = base.extend<object, { service: RunningService }>({
  service: [
    async ({}, provide) => {
      const service = await startService();
      await provide(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ service }, provide) => provide(service.url),
});

export { expect } from '@playwright/test';
