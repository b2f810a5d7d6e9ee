// Sentinels for every error that the interface documents: a status and an ErrorData, and nothing runs.
import { Refusal } from '#service/refusal.ts';

/** By what stands behind the prefix. */
export const REFUSALS: ReadonlyMap<string, () => Refusal> = new Map([
  [
    '400',
    () =>
      new Refusal(400, 'This sentinel finds fault with every prompt.', {
        code: 'invalid_value',
        param: 'prompt',
      }),
  ],
  [
    '401',
    () =>
      new Refusal(401, 'This sentinel accepts no credentials.', {
        code: 'invalid_api_key',
        param: 'Authorization',
        headers: { 'WWW-Authenticate': 'Bearer' },
      }),
  ],
  [
    '404',
    () =>
      new Refusal(404, 'This sentinel is a model that is not there.', {
        code: 'model_not_available',
        param: 'model',
      }),
  ],
  [
    '429',
    () =>
      new Refusal(429, 'This sentinel has had too many requests.', {
        code: 'rate_limit_exceeded',
        headers: {
          'Retry-After': '7',
          'X-RateLimit-Limit': '1',
          'X-RateLimit-Remaining': '0',
          'X-RateLimit-Reset': '7',
        },
      }),
  ],
  ['503', () => new Refusal(503, 'This sentinel is always overloaded.', { code: 'overloaded' })],
  ['504', () => new Refusal(504, 'This sentinel never gets done in time.', { code: 'timeout' })],
]);
