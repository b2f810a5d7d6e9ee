// Browser tests: parallel, no second tries, each worker with a service of its own.
import { defineConfig, devices } from '@playwright/test';
import { chromiumArgs } from '#tools/setup/chromium-args.ts';

const chromium = process.env['INFERDECK_CHROMIUM'];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  // Browser, service and test run beside each other: a third worker on two processors made 74 tests 7 % slower.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // A busy machine is slow, not broken: deadlines end only what would never end.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 860 },
    // The next test gets the page emptied: scripts that the browser has compiled start in half of the time.
    reuseContext: true,
    // A pulsing dot is painted sixty times a second, on the processors that the tests need.
    contextOptions: { reducedMotion: 'reduce' },
    // A browser without a window asks nobody, and refuses what it was not told to allow.
    permissions: ['clipboard-write'],
    // Tracing every test costs much time on a small machine; a person who looks for a cause asks for it.
    trace: process.env['INFERDECK_TRACE'] === 'on' ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: chromiumArgs,
    },
  },
});
