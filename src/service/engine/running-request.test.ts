import { describe, expect, it } from 'vitest';
import { EngineError, type EngineRequest } from './contract.ts';
import { startRequest } from './running-request.ts';
import { serveTinyModel, tinyRequest } from '#service/engine/testing/tiny-model.ts';

/** The error that a request is refused with. */
const refuse = (fields: Partial<EngineRequest>): EngineError | null => {
  try {
    startRequest(1, serveTinyModel(1), tinyRequest(fields));
  } catch (error) {
    if (error instanceof EngineError) return error;
  }
  return null;
};

describe('requests that cannot be served', () => {
  it('names max_tokens when prompt and max_tokens together do not fit', () => {
    expect(refuse({ prompt: 'z'.repeat(100), maxTokens: 28 })).toBeNull();
    expect(refuse({ prompt: 'z'.repeat(100), maxTokens: 29 })).toMatchObject({
      code: 'context_length_exceeded',
      param: 'max_tokens',
      message:
        'The prompt has 100 tokens and max_tokens is 29; together that is 129 tokens, but the context of test/tiny is 128.',
    });
  });

  it('names the prompt when it leaves no room', () => {
    for (const maxTokens of [null, 1, 500])
      expect(refuse({ prompt: 'z'.repeat(128), maxTokens })).toMatchObject({
        code: 'context_length_exceeded',
        param: 'prompt',
      });
  });

  it('names logit_bias for tokens that do not exist', () => {
    for (const token of [-1, 264, 1.5])
      expect(refuse({ logitBias: new Map([[token, 1]]) })).toMatchObject({
        code: 'invalid_token_id',
        param: 'logit_bias',
      });
  });
});
