// Dialect (c): vLLM.
// Usage in its own chunk and only on request, several tokens per chunk, interleaved indices.
import { at } from '#lib/at.ts';
import { type Asked, type Dialect, logprobAt, TOKENS } from './dialect-server.ts';

const id = 'cmpl-5f0c9d0e7c3f4b6f';
const together = [2, 1, 3, 2];

export const vllm: Dialect = {
  name: 'vllm',
  contentType: 'text/event-stream; charset=utf-8',
  stream: (asked) => [...chunks(asked), ...(asked.withUsage ? [usageChunk(asked)] : []), 'data: [DONE]\n\n'],
  answer: (asked) =>
    JSON.stringify({
      id: id,
      object: 'text_completion',
      created: 1738000000,
      model: asked.model,
      choices: Array.from({ length: asked.n }, (_, index) => ({
        index,
        text: TOKENS.join(''),
        logprobs: asked.withLogprobs ? logprobs(0, TOKENS.length) : null,
        finish_reason: 'length',
        stop_reason: null,
        prompt_logprobs: null,
      })),
      service_tier: null,
      system_fingerprint: null,
      usage: usage(asked),
      kv_transfer_params: null,
    }),
  models: JSON.stringify({
    object: 'list',
    data: [
      {
        id: 'facebook/opt-125m',
        object: 'model',
        created: 1738000000,
        owned_by: 'vllm',
        root: 'facebook/opt-125m',
        parent: null,
        max_model_len: 2048,
        permission: [{ id: 'modelperm-1', object: 'model_permission', allow_sampling: true }],
      },
    ],
  }),
  unauthorized: { status: 401, body: '{"error":"Unauthorized"}' },
  refused: {
    status: 400,
    body: '{"error":{"message":"This model\'s maximum context length is 2048 tokens.","type":"BadRequestError","param":"input_tokens","code":400}}',
  },
};

/** Choices are interleaved, the later ones a chunk behind. */
function chunks(asked: Asked): readonly string[] {
  const turns = Array.from({ length: together.length + asked.n - 1 }, (_, turn) =>
    Array.from({ length: asked.n }, (__, lag) => ({ index: asked.n - 1 - lag, step: turn - lag })),
  );
  return turns
    .flat()
    .filter(({ step }) => step >= 0 && step < together.length)
    .map(({ index, step }) => chunk(asked, index, step));
}

function chunk({ model, withLogprobs }: Asked, index: number, step: number): string {
  const from = together.slice(0, step).reduce((sum, count) => sum + count, 0);
  const to = from + at(together, step);
  const choice = {
    index,
    text: TOKENS.slice(from, to).join(''),
    logprobs: withLogprobs ? logprobs(from, to) : null,
    finish_reason: to === TOKENS.length ? 'length' : null,
    stop_reason: null,
  };
  return event({ id: id, object: 'text_completion', created: 1738000000, model, choices: [choice] });
}

function logprobs(from: number, to: number): object {
  const positions = Array.from({ length: to - from }, (_, offset) => from + offset);
  const tokens = positions.map((position) => at(TOKENS, position));
  return {
    text_offset: positions.map((position) => TOKENS.slice(0, position).join('').length),
    token_logprobs: positions.map(logprobAt),
    tokens,
    top_logprobs: positions.map((position) => ({
      [at(TOKENS, position)]: logprobAt(position),
      ' other': -9999,
    })),
  };
}

function usageChunk(asked: Asked): string {
  return event({
    id: id,
    object: 'text_completion',
    created: 1738000000,
    model: asked.model,
    choices: [],
    usage: usage(asked),
  });
}

function usage({ n }: Asked): object {
  const completion = n * TOKENS.length;
  return {
    prompt_tokens: 4,
    total_tokens: completion + 4,
    completion_tokens: completion,
    prompt_tokens_details: null,
  };
}

function event(payload: object): string {
  return `data: ${JSON.stringify(payload)}\n\n`;
}
