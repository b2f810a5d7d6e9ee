// Dialect (b): a recent hosted service.
// No `token`, text twice, usage beside the finish, seeds beyond 2^53.
import { type Asked, type Dialect, logprobAt, TOKENS } from './dialect-server.ts';

const id = 'oBq7kKd-4yUHuw-9a3c';
/** Written as text, because a JavaScript number cannot hold it. */
const seed = '15233397453471893000';

export const hosted: Dialect = {
  name: 'hosted',
  contentType: 'text/event-stream;charset=utf-8',
  stream: (asked) => [...TOKENS.map((_, position) => chunk(asked, position)), 'data: [DONE]\n\n'],
  answer: ({ model, n }) => {
    const choice = `"text":${JSON.stringify(TOKENS.join(''))},"finish_reason":"stop","seed":${seed},"logprobs":null`;
    const choices = Array.from({ length: n }, (_, index) => `{${choice},"index":${index}}`);
    return `{"id":"${id}","object":"text.completion","created":1738000000,"model":${JSON.stringify(model)},"prompt":[],"choices":[${choices.join(',')}],"usage":${usage(n)}}`;
  },
  models: JSON.stringify([
    {
      id: 'meta-llama/Llama-3.3-70B-Instruct-Turbo',
      object: 'model',
      created: 1733466629,
      type: 'chat',
      running: false,
      display_name: 'Llama 3.3 70B Instruct Turbo',
      organization: 'Meta',
      link: 'https://example.com/meta-llama',
      context_length: 131072,
      config: { stop: ['<|eot_id|>'], bos_token: '<|begin_of_text|>' },
      pricing: { hourly: 0, input: 0.88, output: 0.88, base: 0, finetune: 0 },
    },
    { id: 'example/Whisper', object: 'model', created: 0, type: 'transcribe', pricing: { hourly: 0 } },
  ]),
  unauthorized: {
    status: 401,
    body: '{"id":"9a3c","error":{"message":"Invalid API key provided.","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}',
  },
  refused: {
    status: 429,
    headers: {
      'retry-after': '7',
      'x-ratelimit-limit': '600',
      'x-ratelimit-reset': '7',
      'x-request-id': 'req-429',
    },
    body: '{"id":"9a3d","error":{"message":"Too many requests.","type":"dynamic_request_limited","param":null,"code":null}}',
  },
};

function chunk({ withLogprobs, n }: Asked, position: number): string {
  const isLast = position === TOKENS.length - 1;
  const text = JSON.stringify(TOKENS[position]);
  const logprobs = withLogprobs ? String(logprobAt(position)) : 'null';
  const finish = isLast ? `"finish_reason":"stop","seed":${seed}` : '"finish_reason":null';
  const choices = Array.from(
    { length: n },
    (_, index) =>
      `{"index":${index},"text":${text},"logprobs":${logprobs},${finish},"delta":{"token_id":${position + 40},"content":${text}}}`,
  );
  return `data: {"id":"${id}","object":"completion.chunk","created":1738000000,"choices":[${choices.join(',')}],"model":"m","usage":${isLast ? usage(n) : 'null'}}\n\n`;
}

function usage(n: number): string {
  const completion = n * TOKENS.length;
  return `{"prompt_tokens":4,"completion_tokens":${completion},"total_tokens":${completion + 4},"cached_tokens":0}`;
}
