import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { readFineTunes, readFineTunesInTurns } from './records.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString();

/** As a service may send them: with fields of the wrong type, in any order, nested. */
const event = fc.record(
  {
    created_at: fc.oneof(fc.integer({ min: 0, max: 90 }).map(at), fc.constant(7)),
    message: fc.oneof(fc.string(), fc.constant(null)),
    step: fc.oneof(fc.nat(), fc.constant('9')),
    more: fc.oneof(fc.constantFrom({}, []), fc.record({ list: fc.array(fc.nat(), { maxLength: 2 }) })),
  },
  { requiredKeys: [] },
);
const element = fc.oneof(
  fc.record(
    { id: fc.constantFrom('a', 'b'), status: fc.string(), events: fc.array(event) },
    { requiredKeys: ['id'] },
  ),
  fc.constantFrom(null, { id: 5, events: [{}] }, { id: 'a', events: 'none' }),
);

test('a list read with its predecessor equals the list read alone', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.array(element, { maxLength: 3 }), fc.boolean()), { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      (answers, isGrowing) => {
        let before: ReturnType<typeof readFineTunes> = null;
        let sent: readonly unknown[] = [];
        for (const [elements, isBare] of answers) {
          // The same records with further events, as a training sends them.
          sent = isGrowing && sent.length > 0 ? grown(sent, elements) : elements;
          const body: unknown = JSON.parse(JSON.stringify(isBare ? sent : { data: sent, more: 1 }));
          const alone = readFineTunes(structuredClone(body), undefined);
          before = readFineTunes(body, before ?? undefined);
          expect(before).toEqual(alone);
        }
      },
    ),
  );
});

function grown(sent: readonly unknown[], more: readonly unknown[]): readonly unknown[] {
  return sent.map((each, index) => {
    const [own, added] = [eventsOf(each), eventsOf(more[index])];
    return typeof each === 'object' && own.length > 0 ? { ...each, events: [...own, ...added] } : each;
  });
}

function eventsOf(each: unknown): readonly unknown[] {
  const events: unknown = typeof each === 'object' && each !== null ? Reflect.get(each, 'events') : null;
  return Array.isArray(events) ? events : [];
}

test('a list read in slices equals the list read at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(element, { maxLength: 3 }),
      fc.array(element, { maxLength: 3 }),
      fc.integer({ min: 1, max: 3 }),
      async (elements, more, sliceLength) => {
        const first = { data: elements };
        const next = { data: grown(elements, more) };
        const begun = await readFineTunesInTurns(structuredClone(first), undefined, sliceLength);
        expect(begun).toEqual(readFineTunes(first, undefined));
        const whole = await readFineTunesInTurns(structuredClone(next), begun ?? undefined, sliceLength);
        expect(whole).toEqual(readFineTunes(next, undefined));
      },
    ),
  );
});

test('parsing yields to the page after many events, and before every five hundred new ones', async () => {
  const turns = vi.spyOn(globalThis, 'MessageChannel');
  const events = Array.from({ length: 2_510 }, (_, step) => ({ created_at: at(step), step }));
  const list = await readFineTunesInTurns([{ id: 'a', events: events.slice(0, 2_500) }], undefined);
  expect(list?.items[0]?.events).toHaveLength(2_500);
  expect(turns).toHaveBeenCalledTimes(5);
  const next = await readFineTunesInTurns([{ id: 'a', events }], list ?? undefined);
  expect(next?.items[0]?.events).toHaveLength(2_510);
  expect(turns).toHaveBeenCalledTimes(6);
});

test('events read before stay the same objects', () => {
  const events = Array.from({ length: 3 }, (_, step) => ({ created_at: at(step), step }));
  const first = readFineTunes({ data: [{ id: 'a', events: events.slice(0, 2) }] }, undefined);
  const next = readFineTunes(
    { data: [{ id: 'new' }, { id: 'a', events: structuredClone(events) }] },
    first ?? undefined,
  );
  const [old, now] = [first?.items[0]?.events ?? [], next?.items[1]?.events ?? []];
  expect(now.map(({ step }) => step)).toEqual([0, 1, 2]);
  expect(now.slice(0, 2).every((each, index) => each === old[index])).toBe(true);
});
