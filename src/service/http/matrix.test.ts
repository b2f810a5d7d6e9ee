import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerTo } from '#service/testing/raw-call.ts';
import { gateToken, type Served, startServed } from '#service/testing/served.ts';

/** The headers of one request; null for one that is absent. */
interface Combination {
  readonly host: string;
  readonly origin: string | null;
  readonly site: string | null;
  readonly type: string | null;
  readonly authorization: string | null;
  readonly cookie: string | null;
}

type Choices = { readonly [Name in keyof Combination]: readonly Combination[Name][] };

const none = [null];
const right = `Bearer ${gateToken}`;
const sites = [null, 'same-origin', 'none', 'same-site', 'cross-site', 'Same-Origin'];
const types = [
  null,
  'application/json',
  'Application/JSON; Charset="UTF-8"',
  'text/plain',
  'application/json; charset=utf-16',
  'multipart/form-data; boundary=x',
];
const jsonTypes = new Set(['application/json', 'Application/JSON; Charset="UTF-8"']);

const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const opened: Served[] = [];
let marks: Served;
let signIn: Served;

beforeAll(async () => {
  marks = await startServed();
  signIn = await startServed({ pageAccess: 'sign-in' }, undefined, (port) => [
    'https://deck.example.org',
    `http://127.0.0.1:${port}`,
  ]);
  opened.push(marks, signIn);
});

afterAll(async () => {
  agent.destroy();
  for (const served of opened) await served.close();
});

/** Sends one combination and gives the status; throws where an answer shows the token or lets another origin read it. */
async function statusOf(served: Served, method: 'GET' | 'POST', combination: Combination): Promise<number> {
  const { host, origin, site, type, authorization, cookie } = combination;
  const headers = Object.entries({
    host,
    origin,
    'sec-fetch-site': site,
    'content-type': type,
    authorization,
    cookie,
  });
  const client = request({
    agent,
    host: '127.0.0.1',
    port: served.port,
    method,
    path: method === 'GET' ? '/v1/models' : '/v1/completions',
    headers: Object.fromEntries(headers.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))),
  });
  client.end(
    method === 'GET' ? undefined : JSON.stringify({ model: served.model, prompt: 'x', max_tokens: 1 }),
  );
  const answer = await answerTo(client);
  let text = '';
  for await (const part of answer) text += String(part);
  const open = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'));
  if (open.length > 0 || text.includes(gateToken)) throw new Error(`leaks: ${JSON.stringify(combination)}`);
  return answer.statusCode ?? 0;
}

/** Every combination of the options. */
function product(choices: Choices): readonly Combination[] {
  const all: Combination[] = [];
  for (const host of choices.host)
    for (const origin of choices.origin)
      for (const site of choices.site)
        for (const type of choices.type)
          for (const authorization of choices.authorization)
            for (const cookie of choices.cookie)
              all.push({ host, origin, site, type, authorization, cookie });
  return all;
}

/** Differences from the oracle over all combinations; empty when there are none. */
async function differences(
  served: Served,
  method: 'GET' | 'POST',
  combinations: readonly Combination[],
  expected: (combination: Combination) => number,
): Promise<readonly string[]> {
  const found: string[] = [];
  const rest = combinations.values();
  const work = async () => {
    for (const combination of rest) {
      const status = await statusOf(served, method, combination);
      if (status !== expected(combination))
        found.push(`${status}, not ${expected(combination)}: ${JSON.stringify(combination)}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  return found;
}

/** The rules of the threat model, written down a second time and without the gate's code. */
function answerOnLoopback(port: number, method: string, c: Combination): number {
  const name = c.host.toLowerCase();
  const isOurs = name === `127.0.0.1:${port}` || name === `localhost:${port}` || name === `[::1]:${port}`;
  if (!isOurs) return 403;
  if (c.origin !== null && c.origin !== `http://${name}`) return 403;
  if (c.site === 'same-site' || c.site === 'cross-site' || c.site === 'Same-Origin') return 403;
  if (c.authorization !== null && c.authorization !== right) return 401;
  const isPage = c.site === 'same-origin' && (c.origin !== null || method === 'GET');
  if (c.authorization === null && !isPage) return 401;
  return method === 'GET' || (c.type !== null && jsonTypes.has(c.type)) ? 200 : 415;
}

/** Possible headers of a request to this machine's own address. */
function choicesOnLoopback(port: number): Choices {
  return {
    host: [
      `127.0.0.1:${port}`,
      `LocalHost:${port}`,
      `[::1]:${port}`,
      '127.0.0.1',
      `127.0.0.1:${port + 1}`,
      `evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      `localhost.:${port}`,
    ],
    origin: [
      null,
      `http://127.0.0.1:${port}`,
      `http://localhost:${port}`,
      `https://127.0.0.1:${port}`,
      `http://127.0.0.1:${port}.evil.example`,
      'http://evil.example',
      'null',
    ],
    site: sites,
    type: types,
    authorization: [null, right, `${right}x`, `Basic ${btoa(`x:${gateToken}`)}`],
    cookie: none,
  };
}

/** The same for an address that others reach, where a user has signed in with this cookie. */
function answerWhereOthersReach(port: number, session: string, c: Combination): number {
  const origins: Readonly<Record<string, string>> = {
    'deck.example.org': 'https://deck.example.org',
    'deck.example.org:443': 'https://deck.example.org',
    [`127.0.0.1:${port}`]: `http://127.0.0.1:${port}`,
  };
  const own = origins[c.host];
  if (own === undefined) return 403;
  if (c.origin !== null && c.origin !== own) return 403;
  if (c.site !== null && c.site !== 'same-origin' && c.site !== 'none') return 403;
  // The headers of the own page grant no access here.
  if (c.authorization === null && c.cookie !== session) return 401;
  return c.type !== null && jsonTypes.has(c.type) ? 200 : 415;
}

describe('on this machine’s own address', () => {
  test.each(['GET', 'POST'] as const)(
    '%s: every combination gets the answer of the rules',
    async (method) => {
      const { port } = marks;
      const combinations = product({ ...choicesOnLoopback(port), type: method === 'GET' ? none : types });
      expect(combinations.length).toBeGreaterThan(1_000);
      expect(
        await differences(marks, method, combinations, (each) => answerOnLoopback(port, method, each)),
      ).toEqual([]);
      expect(marks.failures).toEqual([]);
    },
  );
});

describe('on an address that others reach', () => {
  test('every combination gets the answer of the rules', async () => {
    const { port } = signIn;
    const client = request({
      agent,
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/session',
      headers: { 'content-type': 'application/json' },
    });
    client.end(JSON.stringify({ secret: gateToken }));
    const answer = await answerTo(client);
    answer.resume();
    const session = (answer.headers['set-cookie']?.[0] ?? '').split(';', 1).join('');
    expect(session).toMatch(/^inferdeck_session_[\da-f]{8}=[\w-]{43}$/u);
    const name = session.replace(/=.*/u, '');
    const combinations = product({
      host: [
        'deck.example.org',
        'deck.example.org:443',
        `127.0.0.1:${port}`,
        `deck.example.org:${port}`,
        'evil.example',
      ],
      origin: [null, 'https://deck.example.org', 'http://deck.example.org', `http://127.0.0.1:${port}`],
      site: sites,
      type: types.slice(0, 4),
      authorization: [null, right],
      cookie: [null, session, `${session}x`, `${session}; ${name}=planted`, `other=1; ${name}=`],
    });
    expect(combinations.length).toBeGreaterThan(1_000);
    expect(
      await differences(signIn, 'POST', combinations, (each) => answerWhereOthersReach(port, session, each)),
    ).toEqual([]);
    expect(signIn.failures).toEqual([]);
  });
});
