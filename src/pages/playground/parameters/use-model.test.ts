// Default model and picker groups.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Model } from '#api/schema/model.ts';
import { defaultModel, describeModel, groupModels, modelName, sampleGroup } from './use-model.ts';

function model(id: string, type?: string, displayName = id): Model {
  return { id, display_name: displayName, ...(type === undefined ? {} : { type }) };
}

const tale = model('inferdeck/tale-1m', 'language', 'Tale 1M');
const tuned = model('inferdeck/tale-1m-pirate-0a1b2c3d', 'language', 'Tale 1M Pirate 0a1b2c3d');
const guard = model('inferdeck/guard-words', 'moderation', 'Guard Words');
const sampleImage = model('a/paints', 'image', 'Paints (sample)');
const sampleChat = model('a/talks', 'chat', 'Talks (sample)');
const sampleLanguage = model('a/goes-on', 'language', 'Goes On (sample)');

function outline(models: readonly Model[]): readonly (readonly [string, readonly string[]])[] {
  return groupModels(models).map(({ label, options }) => [label, options.map(({ value }) => value)]);
}

describe('on a service with a sample catalogue', () => {
  test('runnable models come first, samples have a heading, and models without completions are omitted', () => {
    expect(outline([tale, guard, sampleImage, sampleChat, tuned, sampleLanguage])).toEqual([
      ['Available: language', [tale.id, tuned.id]],
      [sampleGroup, [sampleChat.id, sampleLanguage.id]],
    ]);
  });

  test('samples of a type stand apart from what runs', () => {
    const sampleGuard = model('a/guards', 'moderation', 'Guards (sample)');
    const groups = groupModels([sampleGuard, tale, guard], ({ type }) => type === 'moderation');
    expect(groups.map(({ label, options }) => [label, options.map(({ value }) => value)])).toEqual([
      ['Available: moderation', [guard.id]],
      [sampleGroup, [sampleGuard.id]],
    ]);
  });

  test('the default is the first language model that runs, wherever it is listed', () => {
    expect(defaultModel([sampleLanguage, guard, sampleChat, tale, tuned])).toBe(tale);
    expect(defaultModel([sampleLanguage, sampleChat])).toBeUndefined();
  });
});

test('a fine-tune is found by its name before its checkpoints', () => {
  const step = model(
    '46facc39-8b86-4d01-b42d-00cf4fc964ff:28',
    'language',
    'Tale 1M Pirate 0a1b2c3d step 28',
  );
  expect(outline([tale, step, tuned])).toEqual([['language', [tale.id, tuned.id, step.id]]]);
});

describe('on any other service', () => {
  test('models are grouped by type in order, without those that cannot complete text', () => {
    const [rerank, chat, code, chat2] = [
      model('r', 'rerank'),
      model('c', 'chat'),
      model('x', 'Code'),
      model('c2', 'chat'),
    ];
    expect(outline([rerank, chat, code, chat2])).toEqual([
      ['chat', ['c', 'c2']],
      ['Code', ['x']],
    ]);
    expect(defaultModel([rerank, code, chat])).toBe(code);
  });

  test('records without a type form one group, and its first model is the default', () => {
    expect(outline([model('a'), model('b', ''), model('e', 'embedding')])).toEqual([['other', ['a', 'b']]]);
    expect(defaultModel([model('e', 'embedding'), model('a')])?.id).toBe('a');
    expect(defaultModel([model('e', 'embedding')])?.id).toBe('e');
    expect(defaultModel([])).toBeUndefined();
  });
});

test('a model is described by its context, or by its type if it cannot complete text', () => {
  expect(describeModel({ ...tale, context_length: 256 })).toBe('256 context');
  const step = model('46facc39-8b86-4d01-b42d-00cf4fc964ff:28', 'language', 'Tale 1M Recipes step 28');
  expect(describeModel({ ...step, context_length: 256 })).toBe('Tale 1M Recipes step 28 · 256 context');
  expect([step, tale, { id: step.id }].map(modelName)).toEqual([step.display_name, tale.id, step.id]);
  expect(describeModel({ ...sampleImage, context_length: 131_072 })).toBe('131,072 context · image');
  expect(describeModel({ ...model('x'), context_length: 5 })).toBe('5 context');
  expect(describeModel(tale)).toBe('language');
  expect(describeModel({ id: 'x' })).toBe('');
});

test('for any list each model that may complete text is offered once, and samples only at the end', () => {
  const any = fc.record(
    {
      id: fc.string({ minLength: 1 }),
      type: fc.constantFrom('chat', 'language', 'image', 'odd', ''),
      display_name: fc.constantFrom('A', 'A (sample)', ' (sample)', '(sample) A'),
    },
    { requiredKeys: ['id'] },
  );
  fc.assert(
    fc.property(fc.array(any), (records) => {
      const models = records.map((record) => Model.parse(record));
      const groups = groupModels(models);
      const offered = groups.flatMap(({ options }) => options.map(({ value }) => value));
      expect([...offered].sort()).toEqual(
        models
          .filter(({ type }) => type !== 'image' && type !== 'odd')
          .map(({ id }) => id)
          .sort(),
      );
      expect(groups.slice(0, -1).map(({ label }) => label)).not.toContain(sampleGroup);
      expect(new Set(groups.map(({ label }) => label)).size).toBe(groups.length);
      expect(defaultModel(models)?.display_name?.endsWith(' (sample)') ?? false).toBe(false);
    }),
  );
});
