import { expect, test } from 'vitest';
import { requireIds, requireKnownQuery } from './parameters.ts';

test.each(['a', 'A.b_c-9', '...', '.a', 'a..', '-', '0Zz', 'a'.repeat(128)])('%s is an identifier', (id) => {
  expect(requireIds({ id, jobId: 'job-1' })).toEqual({ id, jobId: 'job-1' });
});

test.each(['', '.', '..', ' ', 'a ', ' a', '/a', 'a\n', 'a+b', '\u00e4', 'a:b', '%41', 'a'.repeat(129)])(
  '%j is none',
  (jobId) => {
    expect(() => requireIds({ id: 'a', jobId })).toThrow(
      expect.objectContaining({
        status: 404,
        message: 'jobId is not an identifier of this service.',
        details: { code: 'not_found', param: 'jobId' },
      }),
    );
  },
);

function check(query: string): void {
  requireKnownQuery(new Request(`http://127.0.0.1/v1/hardware${query}`), ['model', 'region']);
}

test.each(['', '?', '?model=a', '?region=&model=a%26x=1'])('the query %j is known', (query) => {
  expect(() => check(query)).not.toThrow();
});

test.each([
  ['?limit=5', 'limit'],
  ['?model=a&model=b', 'model'],
  ['?region=&model=a&region=', 'region'],
  ['?Model=a', 'Model'],
  ['?__proto__=a', '__proto__'],
  ['?=', ''],
  [`?${'x'.repeat(200)}=1`, 'x'.repeat(100)],
])('the query %s is refused for %j', (query, param) => {
  expect(() => check(query)).toThrow(
    expect.objectContaining({
      status: 400,
      message: 'The query has a parameter that is unknown here, or one twice.',
      details: { code: 'unknown_parameter', param },
    }),
  );
});
