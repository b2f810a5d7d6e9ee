import { expect, test } from 'vitest';
import { createClient } from './client.ts';
import { createServiceClock } from './service-clock.ts';
import { startLocalService } from './testing/local-service.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');
const dated = (date: string) => new Headers({ date });

test('a clock that agrees but for jitter is no offset, and one that does not is', () => {
  const clock = createServiceClock();
  expect(clock.offsetMs()).toBeNull();
  clock.note(dated('Sat, 21 Nov 2026 12:00:00 GMT'), noon + 2_900);
  expect(clock.offsetMs()).toBe(0);
  clock.note(dated('Sat, 21 Nov 2026 12:00:00 GMT'), noon + 86_400_000);
  clock.note(dated('Sat, 21 Nov 2026 12:00:01 GMT'), noon + 86_400_000);
  expect(clock.offsetMs()).toBe(-86_400_000);
});

test('an answer without a date that can be read says nothing', () => {
  const clock = createServiceClock();
  clock.note(new Headers(), noon);
  clock.note(dated('yesterday'), noon);
  expect(clock.offsetMs()).toBeNull();
});

test('a client knows the clock of its service once it has answered', async () => {
  const service = await startLocalService((response) => {
    response.setHeader('date', new Date(Date.now() - 3_600_000).toUTCString());
    response.setHeader('content-type', 'application/json');
    response.end('{"data":[]}');
  });
  try {
    const client = createClient(service.connection);
    expect(client.clockOffsetMs()).toBeNull();
    await client.listFineTunes();
    const minutes = Math.round((client.clockOffsetMs() ?? 0) / 60_000);
    expect(minutes).toBe(-60);
  } finally {
    await service.close();
  }
});
