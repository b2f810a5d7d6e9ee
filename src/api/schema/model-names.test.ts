import { expect, test } from 'vitest';
import { withDocumentedNames } from './model-names.ts';

test('a context of 0 is unknown', () => {
  const model = withDocumentedNames({ id: 'acme/a', context_length: 0, pricing: { input: 1, output: 1 } });
  expect(model.context_length).toBeUndefined();
});

test('a context of 0 gives way to one under another name', () => {
  const one = withDocumentedNames({ id: 'a', context_length: 0, max_model_len: 4096 });
  const other = withDocumentedNames({ id: 'a', max_model_len: 0, meta: { n_ctx: 0, n_ctx_train: 2048 } });
  expect([one.context_length, other.context_length]).toEqual([4096, 2048]);
});
