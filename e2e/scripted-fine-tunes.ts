// Scripted list of fine-tunes, on a page with a manual clock.
import type { Page } from '@playwright/test';
import { test as base, type ScriptedService } from './scripted-service.ts';

export const record = (id: string, status: string, more: object = {}) => ({
  id,
  status,
  model: 'acme/base-1b',
  model_output_name: `acme/${id}`,
  created_at: '2026-11-21T10:00:00Z',
  events: [{ object: 'fine-tune-event', type: 'job_start', hash: `${id}-1`, message: 'Job started.' }],
  ...more,
});

/** `test` with a list of one running and one completed fine-tune. */
export const test = base.extend({
  script: async ({ script, page }, provide) => {
    serveRecords(script, record('one', 'running'), record('two', 'completed'));
    for (const id of ['one', 'two'])
      script.answers.set(`/fine-tunes/${id}/checkpoints`, { body: { data: [] } });
    await page.clock.install();
    await provide(script);
  },
});

/** From the next answer on, the list is this. */
export function serveRecords(script: ScriptedService, ...records: readonly unknown[]): void {
  script.answers.set('/fine-tunes', { body: { data: records } });
}

/** How often the list was asked for. */
export const lists = (script: ScriptedService) => script.asked('/fine-tunes');

export const grid = (page: Page) => page.getByRole('grid', { name: 'fine-tunes' });

export { expect } from './fixtures.ts';
