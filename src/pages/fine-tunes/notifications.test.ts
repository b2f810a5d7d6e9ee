import { beforeAll, expect, test, vi } from 'vitest';

const tags: unknown[] = [];

beforeAll(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal(
    'Notification',
    class extends EventTarget {
      static readonly permission = 'granted';
      constructor(_: string, { tag }: NotificationOptions) {
        super();
        tags.push(tag);
      }
    },
  );
  return () => vi.unstubAllGlobals();
});

test('the end of one of two fine-tunes with a name does not replace that of the other', async () => {
  const { notify, wantNotices } = await import('./notifications.ts');
  const end = { id: 'end', kind: 'completed', saw: 'The fine-tune has ended.' };
  notify('acme/night', 'ft-1', end);
  expect(tags).toEqual([]);
  await wantNotices(true);
  for (const id of ['ft-1', 'ft-2']) notify('acme/night', id, end);
  expect(new Set(tags).size).toBe(2);
});
