import { expect, test, vi } from 'vitest';
import { streamTimers, defaultTimeouts } from './timeouts.ts';

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => kept.set(key, text),
  removeItem: (key: string) => kept.delete(key),
};

/** The limits of a page that loads with this text in its storage. */
async function openedWith(text: string | undefined) {
  kept.clear();
  if (text !== undefined) kept.set('inferdeck.silences', text);
  vi.stubGlobal('localStorage', storage);
  vi.resetModules();
  return import('./timeouts.ts');
}

test('a stream gets its limits in milliseconds, or none if it may wait forever', () => {
  expect(streamTimers(defaultTimeouts)).toEqual({
    headersMs: 30_000,
    firstTokenMs: 300_000,
    idleMs: 300_000,
  });
  expect(streamTimers({ ...defaultTimeouts, header: 5, giveUp: null })).toEqual({ headersMs: 5_000 });
});

test('a change applies at once and to the next page', async () => {
  const page = await openedWith(undefined);
  expect(page.useTimeouts.getState()).toEqual(defaultTimeouts);
  page.changeTimeouts({ header: 5, giveUp: null });
  expect(page.streamTimers()).toEqual({ headersMs: 5_000 });
  const next = await openedWith(kept.get('inferdeck.silences'));
  expect(next.useTimeouts.getState()).toEqual({ ...defaultTimeouts, header: 5, giveUp: null });
});

test.each([{ header: 0 }, { first: 86_401 }, { between: '20' }, { giveUp: -1 }, { header: undefined }])(
  'invalid stored limits are ignored: %j',
  async (wrong) => {
    const text = JSON.stringify({ version: 1, value: { ...defaultTimeouts, ...wrong } });
    const page = await openedWith(text);
    expect(page.useTimeouts.getState()).toEqual(defaultTimeouts);
    expect(kept.get('inferdeck.silences.unreadable')).toBe(text);
  },
);
