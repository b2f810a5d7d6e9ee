import fc from 'fast-check';
import { expect, test } from 'vitest';
import { curveNames, metricCurve, noCurves } from '#pages/fine-tunes/curves/curve.ts';
import { mergeCurves } from '#pages/fine-tunes/curves/merge-curves.ts';
import { curvesOf, factsOf } from '#pages/fine-tunes/testing/facts.ts';
import {
  readSnapshot,
  snapshotName,
  writeSnapshot,
  withoutSecrets,
} from '#pages/fine-tunes/job/snapshot-file.ts';
import { LogSink } from '#pages/fine-tunes/log-files/log-sink.ts';

const facts = factsOf(
  {
    status: 'completed',
    wandb_url: 'https://someone:pw@wandb.example/runs/1?token=abc#frag',
    token_count: 5,
    wandb_api_key: 'k-123',
    nested: [{ access_token: 't-123', keep: 1 }],
  },
  {
    events: [{ type: 'checkpoint_save', step: 3, message: 'Saved to https://x.example/f?sig=s-123 now.' }],
    checkpoints: [{ step: 3, path: 's3://bucket/3?X-Amz-Signature=s-456' }],
    curves: curvesOf({
      'train loss': [
        [1, 2],
        [2, Number.NaN],
        [3, Number.POSITIVE_INFINITY],
        [1, 4],
      ],
      'eval loss': [[3, 1]],
    }),
  },
);

test('a fine-tune round-trips through its file, including NaN and infinities', () => {
  const read = readSnapshot(writeSnapshot(facts, 7));
  if (!read.ok) throw new Error(read.message);
  const { snapshot } = read;
  expect(snapshot.savedAtMs).toBe(7);
  expect(snapshot.facts.curves).toEqual(facts.curves);
  expect(snapshot.facts.record).toMatchObject({ id: 'ft-1', status: 'completed', token_count: 5 });
  expect(snapshot.facts.checkpoints).toHaveLength(1);
});

test('events in any order are read oldest first, as those of a service are', () => {
  const events = [3, 1, 2].map((step) => ({ step, created_at: `2026-01-01T00:00:0${step}Z` }));
  const read = readSnapshot(writeSnapshot(factsOf({}, { events }), 7));
  expect(read.ok && read.snapshot.facts.events.map(({ step }) => step)).toEqual([1, 2, 3]);
});

test('labels round-trip through the file, without the secrets of addresses in them', () => {
  const labels = { note: 'see https://x.example/a?sig=s-123', tags: ['seed'], group: 'warm-up' };
  const read = readSnapshot(writeSnapshot(facts, 7, labels));
  expect(read.ok && read.snapshot.labels).toEqual({ ...labels, note: 'see https://x.example/a' });
  const bare = readSnapshot(writeSnapshot(facts, 7));
  expect(bare.ok && bare.snapshot.labels).toEqual({ note: '', tags: [], group: '' });
});

test('a fine-tune with a log round-trips, even if the log has no epochs or only elapsed times', () => {
  const sink = new LogSink('own.csv');
  for (const [name, elapsedMs] of [
    ['eval loss', Number.NaN],
    ['learning rate', 1_500],
  ] as const)
    sink.push(sink.curve('', name), 1, 0.5, Number.NaN, Number.NaN, 2, elapsedMs);
  const own = sink.report('csv', 2).runs[0]?.curves;
  const curves = mergeCurves([facts.curves, own ?? noCurves]);
  expect(curves.curves.get('learning rate')?.[0]?.epochs).toHaveLength(0);
  const read = readSnapshot(writeSnapshot({ ...facts, curves }, 7));
  expect(read.ok && read.snapshot.facts.curves).toEqual(curves);
});

test('any curves of a job and its logs round-trip through the file', () => {
  const number = fc.oneof(fc.double(), fc.constant(-0));
  const row = fc.record({
    name: fc.oneof(fc.constantFrom(...curveNames), fc.string().map(metricCurve)),
    step: fc.nat(40),
    value: number,
    epoch: fc.option(number, { nil: Number.NaN }),
    timeMs: fc.option(number, { nil: Number.NaN }),
    elapsedMs: fc.option(number, { nil: Number.NaN }),
  });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string(), fc.array(row, { maxLength: 20 })), { maxLength: 4 }),
      (logs) => {
        const sets = logs.map(([name, rows]) => {
          const sink = new LogSink(name);
          for (const [line, { name: curve, step, value, epoch, timeMs, elapsedMs }] of rows.entries())
            sink.push(sink.curve('', curve), step, value, epoch, timeMs, line, elapsedMs);
          return sink.report('csv', rows.length).runs[0]?.curves ?? noCurves;
        });
        const curves = mergeCurves([facts.curves, ...sets]);
        const read = readSnapshot(writeSnapshot({ ...facts, curves }, 7));
        expect(read.ok && read.snapshot.facts.curves).toEqual(curves);
      },
    ),
  );
});

test('no secret is in the file', () => {
  const text = writeSnapshot(facts, 7);
  for (const secret of ['abc', 'pw@', 'k-123', 't-123', 's-123', 's-456', 'frag'])
    expect(text).not.toContain(secret);
  expect(text).toContain('https://wandb.example/runs/1');
  expect(text).toContain('Saved to https://x.example/f now.');
  expect(withoutSecrets({ token: 1, secret: 2, token_count: 3, key: 4 })).toEqual({ token_count: 3, key: 4 });
});

test.each([
  ['{"kind":', 'The file is not valid JSON, or is truncated.'],
  ['[]', 'The file is JSON, but not a snapshot of a fine-tune.'],
  ['{"kind":"inferdeck fine-tune","version":2}', /incompatible version/],
  ['{"kind":"inferdeck fine-tune","version":1,"savedAtMs":"x"}', /damaged: savedAtMs/],
])('%s is refused with a message', (text, message) => {
  const read = readSnapshot(text);
  expect(!read.ok && read.message).toMatch(message);
});

test('a curve whose columns are of different lengths is refused', () => {
  const damaged = writeSnapshot(facts, 7).replace('"lines":[1]', '"lines":[1,1]');
  expect(readSnapshot(damaged)).toEqual({
    ok: false,
    message: 'The snapshot is damaged: a curve has columns of different lengths.',
  });
});

test('any file reads as a snapshot or an error message', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(readSnapshot(text).ok).toBe(false);
    }),
  );
});

test('the file name is safe on any system', () => {
  expect(snapshotName('ft-1/../x y')).toBe('ft-1-..-x-y.inferdeck.json');
});
