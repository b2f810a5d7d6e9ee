// Runs that Compare and the labs keep in the browser.
import { expect, type Page } from '@playwright/test';

/** Waits for their database: before, a page that leaves has nowhere to keep what a run received. */
export async function keptRuns(page: Page): Promise<void> {
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(databases).toContain('inferdeck-kept-runs');
}
