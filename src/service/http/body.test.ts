import { expect, test, vi } from 'vitest';
import { bodyLimit, readJson } from './body.ts';

function post(body: BodyInit, type: string | null = 'application/json'): Request {
  const headers: Record<string, string> = type === null ? {} : { 'content-type': type };
  return new Request('http://127.0.0.1/v1/completions', { method: 'POST', body, headers });
}

test.each([
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'application/json  ;  charset  =  utf-8  ',
])('%s is read', async (type) => {
  await expect(readJson(post('{"a":[1]}', type))).resolves.toEqual({ a: [1] });
});

test.each([
  'text/plain',
  'text/plain; application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/jsonp',
  'x-application/json',
  'application/json; charset=utf-8; x',
  'application/json; charset=utf-16',
  'application/json, text/plain',
  '',
])('%j is refused: a page of another site could send it', async (type) => {
  await expect(readJson(post('{}', type))).rejects.toMatchObject({
    status: 415,
    details: { param: 'Content-Type' },
  });
});

test.each(['', '{', 'undefined', '{"a":1}x', "{'a':1}", 'NaN'])('%j is not JSON', async (text) => {
  await expect(readJson(post(text))).rejects.toMatchObject({
    status: 400,
    details: { code: 'invalid_json' },
  });
});

test('bytes that are not UTF-8 are refused, not replaced', async () => {
  const body = Uint8Array.of(0x22, 0xff, 0x22);
  await expect(readJson(post(body, null))).rejects.toMatchObject({ status: 415 });
  await expect(readJson(post(body))).rejects.toMatchObject({
    status: 400,
    message: 'The body is not valid UTF-8.',
    details: { code: 'invalid_json' },
  });
});

test('a body of exactly 1 MiB is read, one byte more is not', async () => {
  expect(bodyLimit).toBe(1_048_576);
  const largest = JSON.stringify('x'.repeat(bodyLimit - 2));
  await expect(readJson(post(largest))).resolves.toHaveLength(bodyLimit - 2);
  await expect(readJson(post(`${largest} `))).rejects.toMatchObject({ status: 413 });
});

test('an announced size is trusted before the body is read, a missing one is counted', async () => {
  const exact = post('{}');
  exact.headers.set('content-length', String(bodyLimit));
  await expect(readJson(exact)).resolves.toEqual({});
  const announced = post('{}');
  announced.headers.set('content-length', String(bodyLimit + 1));
  await expect(readJson(announced)).rejects.toMatchObject({ status: 413 });
  const chunked = new Blob(['x'.repeat(bodyLimit + 1)]).stream();
  const init = {
    method: 'POST',
    body: chunked,
    duplex: 'half',
    headers: { 'content-type': 'application/json' },
  } as const;
  await expect(readJson(new Request('http://127.0.0.1/v1/completions', init))).rejects.toMatchObject({
    status: 413,
  });
});

test('a body of announced size is read without a Web stream, which costs as much as the request itself', async () => {
  const request = post('{}');
  request.headers.set('content-length', '2');
  const body = vi.spyOn(request, 'body', 'get');
  await expect(readJson(request)).resolves.toEqual({});
  expect(body).not.toHaveBeenCalled();
});

test('nesting as deep as the limit allows breaks nothing', async () => {
  const depth = bodyLimit / 2;
  const value = await readJson(post('['.repeat(depth) + ']'.repeat(depth)));
  expect(Array.isArray(value)).toBe(true);
});

test.each([null, '9'])('a body that breaks off is a client error (announced: %s)', async (size) => {
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.error(new Error('the connection is gone'));
    },
  });
  const init = {
    method: 'POST',
    body: broken,
    duplex: 'half',
    headers: { 'content-type': 'application/json', ...(size !== null && { 'content-length': size }) },
  } as const;
  const request = new Request('http://127.0.0.1/v1/completions', init);
  await expect(readJson(request)).rejects.toMatchObject({
    status: 400,
    message: 'The body was incomplete.',
    details: { code: 'incomplete_body' },
  });
});
