// Playwright configuration: parallel, no retries, one service per worker.
import { defineConfig, devices } from '@playwright/test';
import { chromiumArgs } from '#tools/setup/chromium-args.ts';

const chromium = process.env['INFERDECK_CHROMIUM'];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  // Browser, service and test run concurrently: a third worker on two processors made 74 tests 7 % slower.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // A busy machine is slow, not broken: timeouts end only what would never end.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 860 },
    // The next test reuses the emptied page: scripts that are already compiled start in half the time.
    reuseContext: true,
    // A pulsing dot is painted sixty times a second, on the processors that the tests need.
    contextOptions: { reducedMotion: 'reduce' },
    // A headless browser cannot ask, and refuses permissions that were not granted.
    permissions: ['clipboard-write'],
    // Tracing every test is slow on a small machine; turn it on to debug.
    trace: process.env['INFERDECK_TRACE'] === 'on' ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: chromiumArgs,
    },
  },
});
