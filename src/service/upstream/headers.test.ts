import { expect, test } from 'vitest';
import { headersBack } from './headers.ts';

test('a key too short to be a secret leaves the headers of an answer alone', () => {
  const back = headersBack({ 'content-type': 'application/json', 'x-request-id': 'a1' }, 'a');
  expect([back.get('content-type'), back.get('x-request-id')]).toEqual(['application/json', 'a1']);
});

test('a header that repeats a real key stays behind', () => {
  const key = 'sk-0123456789';
  const back = headersBack(
    { 'content-type': `application/json; v=${key}`, 'x-request-id': `for ${key}` },
    key,
  );
  expect(back.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(back.has('x-request-id')).toBe(false);
});
