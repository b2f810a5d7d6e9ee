// Answers of a scripted service about jobs, and the parts of the page that show them.
import type { Page } from '@playwright/test';

/** Ten minutes ago and later. */
export const at = (second: number) => new Date(Date.now() - 600_000 + second * 1000).toISOString();

export function job(id: string, status: string, more: object = {}) {
  const updates = [
    { status: 'Queued', message: 'Waits.', timestamp: at(0) },
    { status, message: `Now ${status}.`, timestamp: at(9) },
  ];
  const args = { modelName: `acme/${id}`, modelSource: `${id}.gguf`, description: '' };
  const times = { created_at: at(0), updated_at: at(9) };
  return {
    body: { type: 'model_upload', job_id: id, status, status_updates: updates, args, ...times, ...more },
  };
}

/** Puts ids, separated by commas, on the watch list. */
export async function watch(page: Page, ids: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Job id' }).fill(ids);
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
}

export const list = (page: Page) => page.getByRole('list', { name: 'Watched jobs' });

export const figures = (page: Page) => page.getByRole('region', { name: 'Job', exact: true });
