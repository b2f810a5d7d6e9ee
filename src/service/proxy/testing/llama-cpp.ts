// Dialect (d): the llama.cpp server.
// Logprobs as content even on /completions, timings at the end, pings, null minus infinity.
import { at } from '#lib/at.ts';
import { type Asked, type Dialect, logprobAt, TOKENS } from './dialect-server.ts';

/** Minus infinity as the server writes it: the lowest number of its type. */
const lowest = -3.4028234663852886e38;

export const llamaCpp: Dialect = {
  name: 'llama.cpp',
  contentType: 'text/event-stream',
  stream: (asked) => [
    ': ping\n\n',
    ...TOKENS.flatMap((_, position) =>
      Array.from({ length: asked.n }, (__, index) => event(tokenChunk(asked, index, position))),
    ),
    ...Array.from({ length: asked.n }, (_, index) => event(lastChunk(asked, index))),
    'data: [DONE]\n\n',
  ],
  answer: (asked) =>
    JSON.stringify({
      ...head(asked),
      choices: Array.from({ length: asked.n }, (_, index) => ({
        text: TOKENS.join(''),
        index,
        logprobs: asked.withLogprobs
          ? { content: TOKENS.map((_token, position) => logprob(position)) }
          : null,
        finish_reason: 'length',
      })),
      usage: usage(asked),
      timings: { prompt_n: 4, predicted_n: TOKENS.length, predicted_per_second: 61.5 },
    }),
  models: JSON.stringify({
    models: [{ name: 'tiny.gguf', model: 'tiny.gguf', type: 'model', capabilities: ['completion'] }],
    object: 'list',
    data: [
      {
        id: 'tiny.gguf',
        object: 'model',
        created: 1738000000,
        owned_by: 'llamacpp',
        meta: { vocab_type: 1, n_vocab: 32000, n_ctx_train: 2048, n_params: 15191712, size: 15550000 },
      },
    ],
  }),
  unauthorized: {
    status: 401,
    body: '{"error":{"message":"Invalid API Key","type":"authentication_error","code":401}}',
  },
  refused: {
    status: 400,
    body: '{"error":{"code":400,"message":"Only no echo is supported","type":"invalid_request_error"}}',
  },
};

function tokenChunk(asked: Asked, index: number, position: number): object {
  const choice = {
    text: at(TOKENS, position),
    index,
    logprobs: asked.withLogprobs ? { content: [logprob(position)] } : null,
    finish_reason: null,
  };
  return { choices: [choice], ...head(asked) };
}

function lastChunk(asked: Asked, index: number): object {
  const choice = { text: '', index, logprobs: null, finish_reason: 'length' };
  const timings = { prompt_n: 4, prompt_ms: 12.5, predicted_n: TOKENS.length, predicted_per_second: 61.5 };
  return { choices: [choice], ...head(asked), usage: usage(asked), timings };
}

function logprob(position: number): object {
  const token = at(TOKENS, position);
  const itself = { id: position + 40, token, bytes: [...Buffer.from(token)], logprob: logprobAt(position) };
  return { ...itself, top_logprobs: [itself, { id: 7, token: '?', bytes: [63], logprob: lowest }] };
}

function head({ model }: Asked): object {
  return {
    created: 1738000000,
    model,
    system_fingerprint: 'b6100-5dd942de',
    object: 'text_completion',
    id: 'chatcmpl-Tn0zZ4hYtq',
  };
}

function usage({ n }: Asked): object {
  const completion = n * TOKENS.length;
  return { completion_tokens: completion, prompt_tokens: 4, total_tokens: completion + 4 };
}

function event(payload: object): string {
  return `data: ${JSON.stringify(payload)}\n\n`;
}
