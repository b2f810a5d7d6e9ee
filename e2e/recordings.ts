// Scripted recordings: arbitrary tokens at exact times.
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** One event: its arrival time in milliseconds, and its data. */
export type RecordedEvent = readonly [number, object];

/** An event of the contract's own dialect. */
export function tokenEvent(
  atMs: number,
  token: {
    id?: number;
    text: string;
    logprob?: number;
    index?: number;
    special?: boolean;
    finish_reason?: string;
  },
): RecordedEvent {
  const { id = 100 + atMs, text, logprob = -0.5, index = 0, special = false, finish_reason } = token;
  const choices = [{ index, text: special ? '' : text, finish_reason }];
  return [atMs, { id: 'cmpl-1', token: { id, text, logprob, special }, choices, usage: null }];
}

/** Opens a recording of these events on the page, all at once, and waits until it is shown. */
export async function openRecording(page: Page, events: readonly RecordedEvent[], n = 1): Promise<void> {
  await page.goto('/');
  await page.getByRole('tab', { name: 'Events' }).click();
  await loadRecording(page, events, n);
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await expect(page.getByRole('textbox', { name: /^Output/ }).first()).toBeAttached();
}

/** Chooses the file, with the tab Events open. */
export async function loadRecording(
  page: Page,
  events: readonly RecordedEvent[],
  n = 1,
  state = 'complete',
): Promise<void> {
  const lastMs = events.at(-1)?.[0] ?? 0;
  const file = {
    inferdeck: 'recording',
    version: 1,
    connection: 'a test',
    startedAt: '2026-11-01T10:00:00.000Z',
    request: { model: 'inferdeck/tale-1m', prompt: 'Once', n, stream: true },
    events: events.map(([atMs, data]) => [atMs, JSON.stringify(data)]),
    end: { state, ms: lastMs + 1, error: null },
    counts: {},
  };
  await page.getByLabel('Recording file').setInputFiles({
    name: 'recording.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(file)),
  });
}
