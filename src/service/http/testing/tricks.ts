// Requests that try to get past the gate by their form: each carries the right token, so that a gap would show.
import { gateToken } from './served.ts';

/** One trick. */
export interface Trick {
  readonly name: string;
  readonly bytes: string;
  /** Statuses that are right, in order; without them every answer must be a refusal. */
  readonly may?: readonly number[];
}

/** All of them, for a service on this port. `model` is one that runs. */
export function tricksFor(port: number, model: string): readonly Trick[] {
  const host = `Host: 127.0.0.1:${port}`;
  const token = `Authorization: Bearer ${gateToken}`;
  const json = 'Content-Type: application/json';
  const end = 'Connection: close\r\n\r\n';
  const get = (target: string, may?: readonly number[]): Trick => ({
    name: `the target ${target.slice(0, 60)}`,
    bytes: `GET ${target} HTTP/1.1\r\n${host}\r\n${token}\r\n${end}`,
    ...(may === undefined ? {} : { may }),
  });
  const method = (name: string): Trick => ({
    name: `the method ${name}`,
    bytes: `${name} HTTP/1.1\r\n${host}\r\n${token}\r\n${end}`,
  });
  const headers = (name: string, ...lines: readonly string[]): Trick => ({
    name,
    bytes: `GET /v1/models HTTP/1.1\r\n${lines.join('\r\n')}\r\n${end}`,
  });
  const body = JSON.stringify({ model, prompt: 'x', max_tokens: 1 });
  const hidden = `GET /v1/models HTTP/1.1\r\n${host}\r\n${token}\r\n\r\n`;
  /** A body of two readings: by the one it ends early, and a second request stands behind it. */
  const twofold = (name: string, framing: string, sent: string): Trick => ({
    name: `smuggling by ${name}`,
    bytes: `POST /v1/nothing HTTP/1.1\r\n${host}\r\n${token}\r\n${json}\r\n${framing}\r\n\r\n${sent}`,
  });
  return [
    ...[
      `http://127.0.0.1:${port}/v1/models`,
      'http://evil.example/v1/models',
      `https://127.0.0.1:${port}/v1/models`,
      'file:///etc/passwd',
      '//v1/models',
      `//127.0.0.1:${port}/v1/models`,
      '/v1//models',
      '/v1/./models',
      '/v1/../v1/models',
      '/x/../v1/models',
      '/v1/%2e%2e/v1/models',
      '/v1/%2E/models',
      '/v1/.%2e/v1/models',
      '/v1%2fmodels',
      '/v1/models%2f',
      '/v1%5cmodels',
      '/v1\\models',
      '\\v1\\models',
      '/v1/models%00',
      '/v1/models%00.json',
      '/v1/models\0',
      '/v1/models#x',
      '/v1/models?x#y',
      '*',
      'v1/models',
      '?',
      '',
      ' ',
      '/v1/mod els',
      '/v1/models\tx',
      '/v1/models;a=b',
      '/V1/models',
      '/v1/Models',
      '/v1/models/',
      '/v1/models.json',
      '/v1/models%3f',
      '/v1/%6dodels',
      '/%76%31/models',
      '/v1/%252e%252e/v1/models',
      '/v1/..;/v1/models',
      '/v1/mod\u00e8les',
      '/v1/models?token=x',
      `/v1/models?authorization=Bearer%20${gateToken}`,
      '/v1/hardware?model=a&model=b',
      '/v1/hardware?__proto__=x',
      '/v1/hardware?model[]=x',
      '/v1/jobs/..',
      '/v1/jobs/.',
      '/v1/jobs/%2e%2e',
      '/v1/jobs/a%00b',
      '/v1/jobs/a%0d%0aX:%20y',
      `/v1/jobs/${'a'.repeat(129)}`,
      '/v1/jobs/%ff',
      '/v1/jobs/%',
      '/v1/fine-tunes/../models',
      `/v1/${'a'.repeat(20_000)}`,
    ].map((target) => get(target)),
    get('/v1/models?', [200]),
    { name: 'HEAD', bytes: `HEAD /v1/models HTTP/1.1\r\n${host}\r\n${token}\r\n${end}`, may: [200] },
    ...[
      'get /v1/models',
      'Get /v1/models',
      `CONNECT 127.0.0.1:${port}`,
      'CONNECT /v1/models',
      'TRACE /v1/models',
      'OPTIONS *',
      'OPTIONS /v1/models',
      'PUT /v1/models',
      'FOO /v1/models',
      'GET\t/v1/models',
      ' GET /v1/models',
      'POST /v1/models',
      'GET /v1/completions',
    ].map(method),
    { name: 'the preface of HTTP/2', bytes: `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n` },
    { name: 'HTTP/0.9', bytes: 'GET /v1/models\r\n' },
    { name: 'HTTP/2.0 in a line', bytes: `GET /v1/models HTTP/2.0\r\n${host}\r\n${token}\r\n${end}` },
    { name: 'HTTP/1.0 without Host', bytes: `GET /v1/models HTTP/1.0\r\n${token}\r\n\r\n` },
    { name: 'a TLS greeting', bytes: '\u0016\u0003\u0001\u0000\u00a5\u0001\u0000\u0000\u00a1\u0003\u0003' },
    headers('no Host', token),
    headers('an empty Host', 'Host:', token),
    headers('the same Host twice', host, host, token),
    headers('two Hosts, ours first', host, 'Host: evil.example', token),
    headers('two Hosts, ours last', 'Host: evil.example', host, token),
    headers('a space before the colon', `Host : 127.0.0.1:${port}`, token),
    headers('a list of Hosts', `${host}, evil.example`, token),
    headers('a Host with a user name', `Host: evil@127.0.0.1:${port}`, token),
    headers('a Host with a path', `${host}/x`, token),
    headers('a Host with an encoded dot', `Host: 127%2e0.0.1:${port}`, token),
    headers('a Host in another notation', `Host: 2130706433:${port}`, token),
    headers(
      'a Host with X-Forwarded-Host',
      'Host: evil.example',
      `X-Forwarded-Host: 127.0.0.1:${port}`,
      token,
    ),
    headers('a folded header', `${host}\r\n evil`, token),
    headers('a folded Authorization', host, `Authorization:\r\n Bearer ${gateToken}x`),
    headers('a NUL in a header', `${host}\0`, token),
    headers('a bare CR in a header', host, `X: a\rAuthorization: Bearer ${gateToken}`),
    headers('a header without a name', host, ': x', token),
    headers('a header without a colon', host, 'nothing', token),
    headers('17 KiB of one header', host, token, `X: ${'x'.repeat(17_000)}`),
    headers('3,000 headers', host, token, ...Array.from({ length: 3_000 }, (_, at) => `X-${at}: y`)),
    headers('two tokens, the wrong one first', host, 'Authorization: Bearer wrong', token),
    headers('a token of another scheme', host, `Authorization: Token ${gateToken}`),
    headers('a token in another header', host, `X-Api-Key: ${gateToken}`),
    headers('a token in a cookie', host, `Cookie: authorization=Bearer ${gateToken}`),
    headers('a foreign Origin', host, token, 'Origin: http://evil.example'),
    headers('two Origins', host, token, `Origin: http://127.0.0.1:${port}`, 'Origin: http://evil.example'),
    headers('two Sec-Fetch-Sites', host, token, 'Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: cross-site'),
    headers('an upgrade to WebSocket', host, token, 'Upgrade: websocket', 'Sec-WebSocket-Key: eA=='),
    headers('an upgrade to HTTP/2', host, token, 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQ'),
    headers('an expectation that nobody can fulfil', host, token, 'Expect: the-unexpected'),
    {
      name: 'a token in a trailer',
      bytes: `POST /v1/completions HTTP/1.1\r\n${host}\r\n${json}\r\nTransfer-Encoding: chunked\r\nTrailer: Authorization\r\nConnection: close\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n${token}\r\n\r\n`,
    },
    {
      name: 'a request within a body',
      bytes: `GET /v1/models HTTP/1.1\r\n${host}\r\n${token}\r\nContent-Length: ${hidden.length}\r\n${end}${hidden}`,
      may: [200],
    },
    twofold('a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked', `0\r\n\r\n${hidden}`),
    twofold('chunks and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 5', `0\r\n\r\n${hidden}`),
    twofold('two lengths', `Content-Length: 0\r\nContent-Length: ${hidden.length}`, hidden),
    twofold('a list of lengths', `Content-Length: 0, ${hidden.length}`, hidden),
    twofold('a length with a sign', 'Content-Length: +0', hidden),
    twofold('a negative length', 'Content-Length: -1', hidden),
    twofold('a length in hex', 'Content-Length: 0x0', hidden),
    twofold('a length beyond every number', `Content-Length: 1${'0'.repeat(30)}`, hidden),
    twofold('a length with a space before the colon', 'Content-Length : 0', hidden),
    twofold('an unknown coding', 'Transfer-Encoding: xchunked', `0\r\n\r\n${hidden}`),
    twofold('a coding after chunked', 'Transfer-Encoding: chunked, identity', `0\r\n\r\n${hidden}`),
    twofold(
      'a coding twice',
      'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked, x',
      `0\r\n\r\n${hidden}`,
    ),
    twofold('a space before the colon', 'Transfer-Encoding : chunked', `0\r\n\r\n${hidden}`),
    twofold('a folded coding', 'Transfer-Encoding:\r\n chunked', `0\r\n\r\n${hidden}`),
    twofold('a vertical tab', 'Transfer-Encoding: \u000bchunked', `0\r\n\r\n${hidden}`),
    twofold('a size with a sign', 'Transfer-Encoding: chunked', `+0\r\n\r\n${hidden}`),
    twofold('a size in another notation', 'Transfer-Encoding: chunked', `0x0\r\n\r\n${hidden}`),
    twofold(
      'a size beyond every number',
      'Transfer-Encoding: chunked',
      `${'F'.repeat(20)}\r\nx\r\n0\r\n\r\n${hidden}`,
    ),
    twofold('a chunk without its end', 'Transfer-Encoding: chunked', `1\r\nxx0\r\n\r\n${hidden}`),
    twofold('a bare LF after a size', 'Transfer-Encoding: chunked', `0\n\n${hidden}`),
  ];
}
