import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Checkpoint, FineTune } from './fine-tune.ts';
import { Hardware } from './hardware.ts';
import { Job } from './job.ts';
import { Model } from './model.ts';
import { readAnswer, readList } from './read-list.ts';

const bare = { wrappedIn: 'data', mayBeBare: true };

test('an array and an object with data are both lists, and an array is noted where no service sends one', () => {
  const models = [{ id: 'a/b' }];
  expect(readList(Model, models, bare)).toEqual({ items: models, raw: models, unreadable: [], notes: [] });
  expect(readList(Model, { object: 'list', data: models }, bare)).toMatchObject({ items: models, notes: [] });
  expect(readList(Hardware, models)).toMatchObject({
    items: models,
    notes: ['The list came as a bare array.'],
  });
  expect(readList(Hardware, { data: models })).toMatchObject({ items: models, notes: [] });
});

test('Ollama without models lists null', () => {
  expect(readList(Model, { object: 'list', data: null }, bare)).toMatchObject({ items: [], notes: [] });
});

test.each([null, 'x', 1, {}, { data: {} }, { data: null }, { items: [] }])('%j is not a list', (body) => {
  expect(readList(Model, body)).toBeNull();
});

test('a number sent as text is read as one, and any other text is left out', () => {
  const model = { id: 'm', context_length: '8192' };
  const hardware = { id: 'h', specs: { gpu_memory: ' 80 ', gpu_count: 'two' } };
  expect(readList(Model, [model], bare)).toMatchObject({ items: [{ context_length: 8192 }], notes: [] });
  const tune = { id: 'ft', total_price: '12.50' };
  expect(readList(FineTune, { data: [tune] })).toMatchObject({ items: [{ total_price: 12.5 }], notes: [] });
  const { items, notes } = readList(Hardware, { data: [hardware] }) ?? {};
  expect(items).toEqual([{ id: 'h', specs: { gpu_memory: 80 } }]);
  expect(notes).toEqual([expect.stringContaining('specs.gpu_count was a string')]);
});

test('an id or a time sent as a number is read as text, but not a 0, or a number that has lost digits', () => {
  const created = { created_at: 1_795_891_002, updated_at: 1_795_891_002.5, training_file: 0 };
  const data = [
    { id: 90_210, status: 'completed', ...created, job_id: 2 ** 60 },
    { id: 2 ** 60 },
    { id: {} },
  ];
  const { items, unreadable, notes } = readList(FineTune, { data }) ?? {};
  expect(items).toEqual([
    { id: '90210', status: 'completed', created_at: '1795891002', updated_at: '1795891002.5' },
  ]);
  expect(unreadable).toHaveLength(2);
  expect(notes).toEqual([expect.stringContaining('training_file'), expect.stringContaining('job_id')]);
});

test('order and duplicates are kept', () => {
  const ids = ['b', 'a', 'b'];
  expect(
    readList(
      Model,
      ids.map((id) => ({ id })),
      bare,
    )?.items.map(({ id }) => id),
  ).toEqual(ids);
});

test('one bad element among a thousand drops only itself', () => {
  const elements: unknown[] = Array.from({ length: 1_000 }, (_, i) => ({ id: `m${i}` }));
  elements[500] = 'broken';
  elements[501] = { name: 'no id' };
  elements[502] = null;
  const list = readList(Model, elements, bare);
  expect(list?.items).toHaveLength(997);
  expect(list?.raw).toHaveLength(997);
  expect(list?.unreadable).toEqual([
    { index: 500, reason: 'It is a string, not a record.', raw: 'broken' },
    { index: 501, reason: 'It has no id.', raw: { name: 'no id' } },
    { index: 502, reason: 'It is nothing, not a record.', raw: null },
  ]);
});

describe('a field of the wrong type is dropped alone and reported', () => {
  test('at the top level, nested, and in a list', () => {
    const raw = {
      id: 'ft-1',
      n_epochs: 'three',
      training_method: { method: 7, kept: 1 },
      batch_size: {},
      events: [{ step: 'x', message: 'kept' }, 'broken', { step: 2 }],
    };
    const list = readList(FineTune, { data: [raw, { id: 'ft-2' }] });
    expect(list?.items).toEqual([
      { id: 'ft-1', training_method: { kept: 1 }, events: [{ message: 'kept' }, { step: 2 }] },
      { id: 'ft-2' },
    ]);
    expect(list?.raw[0]).toBe(raw);
    expect(list?.notes.toSorted()).toEqual([
      'batch_size was an object where the interface has another type; left out in 1 of 2 records.',
      'events[] was a string where the interface has another type; left out in 1 of 2 records.',
      'events[].step was a string where the interface has another type; left out in 1 of 2 records.',
      'n_epochs was a string where the interface has another type; left out in 1 of 2 records.',
      'training_method.method was a number where the interface has another type; left out in 1 of 2 records.',
    ]);
  });

  test('null counts as absent and is not reported', () => {
    const list = readList(Hardware, {
      data: [{ id: 'h', pricing: null, specs: { gpu_link: null, gpu_count: 2 } }],
    });
    expect(list).toMatchObject({ items: [{ id: 'h', specs: { gpu_count: 2 } }], notes: [] });
    expect(list?.items[0]).not.toHaveProperty('pricing');
    expect(list?.items[0]?.specs).not.toHaveProperty('gpu_link');
  });

  test('many drifting events of one job stay quick and complete', () => {
    const events = Array.from({ length: 10_000 }, (_, step) => ({ step, level: 3, message: 'm' }));
    const list = readList(FineTune, { data: [{ id: 'ft-1', events }] });
    expect(list?.items[0]?.events).toHaveLength(10_000);
    expect(list?.notes).toHaveLength(1);
  });
});

test('unknown enum values and unknown fields pass unchanged', () => {
  const fineTune = {
    id: 'ft-1',
    status: 'Daydreaming',
    batch_size: 'huge',
    train_on_inputs: true,
    shape: { a: [1] },
  };
  expect(readList(FineTune, { data: [fineTune] })).toMatchObject({ items: [fineTune], notes: [] });
  const checkpoint = { step: 3, checkpoint_type: 'Intermediate (step 3)' };
  expect(readList(Checkpoint, { data: [checkpoint] })).toMatchObject({ items: [checkpoint], notes: [] });
});

test('a job keeps its updates in order, and arguments of any type', () => {
  const job = {
    type: 'dream',
    job_id: 'job-1',
    status: 'RUNNING',
    status_updates: [{ status: 'b' }, { status: 'a', timestamp: '' }],
    args: { modelName: 'm', deep: { a: 1 } },
  };
  expect(readAnswer(Job, job)).toEqual({ record: job, raw: job, notes: [] });
  expect(readAnswer(Job, [])).toEqual({ reason: 'It is a list, not a record.' });
});

test('any JSON is read without throwing, and no element is lost', () => {
  const json = fc.jsonValue({ maxDepth: 4 });
  const element = fc.oneof(
    json,
    fc.dictionary(fc.constantFrom('id', 'events', 'pricing', 'specs', 'status', 'args', '__proto__'), json),
  );
  fc.assert(
    fc.property(fc.array(element, { maxLength: 8 }), (elements) => {
      for (const schema of [Model, Hardware, FineTune, Checkpoint, Job]) {
        const list = readList(schema, JSON.parse(JSON.stringify(elements)));
        expect((list?.items.length ?? 0) + (list?.unreadable.length ?? 0)).toBe(elements.length);
      }
    }),
  );
});

test('deep nesting does not break the reader', () => {
  const deep: unknown = JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`);
  expect(readList(Model, [{ id: 'm', deep }], bare)?.items).toHaveLength(1);
});
