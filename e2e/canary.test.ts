// Token canary: a token appears only in the Authorization header to its own address.
import { readFile } from 'node:fs/promises';
import type { ConsoleMessage, Download, Page, Request } from '@playwright/test';
import { load, state, tales } from './data-view.ts';
import { expect, test } from './fixtures.ts';

/** Where a text was found, with the text. */
type Found = readonly [place: string, text: string];

/** The document, and every record stored by its origin. */
function holdings(page: Page): Promise<Found[]> {
  return page.evaluate(async () => {
    const seen = new Set<unknown>();
    const found: [string, string][] = [
      ['page', document.documentElement.outerHTML],
      ['title', document.title],
      ['window name', window.name],
      ['localStorage', await textOf(Object.entries(localStorage))],
      ['sessionStorage', await textOf(Object.entries(sessionStorage))],
    ];
    for (const field of document.querySelectorAll('input, textarea, select'))
      if ('value' in field) found.push(['field', String(field.value)]);
    for (const { name = '' } of await indexedDB.databases()) {
      const opening = indexedDB.open(name);
      await new Promise((onsuccess, onerror) => Object.assign(opening, { onsuccess, onerror }));
      const stores = [...opening.result.objectStoreNames];
      const reading = opening.result.transaction(stores);
      const lists = stores
        .map((store) => reading.objectStore(store))
        .map((store) => [store.getAllKeys(), store.getAll()]);
      await new Promise((oncomplete, onerror) => Object.assign(reading, { oncomplete, onerror }));
      for (const [index, store] of stores.entries())
        found.push([`IndexedDB ${name}/${store}`, await textOf(lists[index]?.map(({ result }) => result))]);
      opening.result.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        const parts = [request.url, [...request.headers], [...(answer?.headers ?? [])], await answer?.text()];
        found.push([`Cache Storage ${name}`, await textOf(parts)]);
      }
    }
    const here = navigation.currentEntry?.key;
    for (const key of [...navigation.entries().map((entry) => entry.key), here ?? '']) {
      await navigation.traverseTo(key).finished;
      found.push(['history address', location.href], ['history state', await textOf(history.state)]);
    }
    return found;

    /** Every text inside a structured-cloneable value. */
    async function textOf(value: unknown): Promise<string> {
      if (typeof value !== 'object' || value === null) return String(value);
      if (seen.has(value)) return '';
      seen.add(value);
      if (value instanceof Blob) return value.text();
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return new TextDecoder().decode(value);
      const parts = value instanceof Map || value instanceof Set ? [...value] : Object.entries(value);
      return (await Promise.all(parts.flat().map((part) => textOf(part)))).join('\n');
    }
  });
}

/** Listens to a page from now on. @returns the places where the secret was seen so far */
function watch(page: Page, secret: string, origin: string): () => Promise<string[]> {
  const collected: Promise<Found[]>[] = [];
  const collect = (found: Promise<Found[]>): void => {
    collected.push(found);
    // Requests after the last check are cut by the end of the test and do not matter.
    found.catch(() => undefined);
  };
  page.context().on('console', (message) => collect(wordsOf(message)));
  page.on('pageerror', (error) => collect(textOfError(error)));
  page.on('request', (request) => collect(sentBy(request, secret, origin)));
  page.on('download', (file) => collect(savedAs(file)));
  return async () => {
    const held = await holdings(page);
    const cookies = await page.context().cookies();
    const places: Found[] = [
      ...(await Promise.all(collected)).flat(),
      ...held,
      ...cookies.map((cookie): Found => ['cookie', JSON.stringify(cookie)]),
    ];
    return [...new Set(places.filter(([, text]) => text.includes(secret)).map(([place]) => place))].sort();
  };
}

async function textOfError(error: Error): Promise<Found[]> {
  return [['error', `${error.message}\n${error.stack}`]];
}

async function savedAs(file: Download): Promise<Found[]> {
  return [['download', `${file.suggestedFilename()}\n${await readFile(await file.path(), 'utf8')}`]];
}

/** A line of the console, with the content of its objects. */
async function wordsOf(message: ConsoleMessage): Promise<Found[]> {
  const values = await Promise.all(message.args().map((part) => part.jsonValue().catch(String)));
  return [['console', `${message.text()}\n${JSON.stringify(values)}`]];
}

/** A request without the header that may carry the secret to its own origin. */
async function sentBy(request: Request, secret: string, origin: string): Promise<Found[]> {
  const url = new URL(request.url());
  const headers = Object.entries(await request.allHeaders()).filter(
    ([name, value]) => !(url.origin === origin && name === 'authorization' && value === `Bearer ${secret}`),
  );
  const place = url.origin === origin ? 'own request' : 'foreign request';
  return [
    [`${place}: address`, url.href],
    [`${place}: headers`, JSON.stringify(headers)],
    [`${place}: body`, request.postDataBuffer()?.toString() ?? ''],
  ];
}

/** Adds a direct connection with the service's token, and uses it. */
async function connect(page: Page, url: string, token: string, isRemembered = false): Promise<void> {
  await page.getByRole('button', { name: /^Connection:/ }).click();
  await page.getByRole('button', { name: 'Add a direct connection' }).click();
  await page.getByRole('textbox', { name: 'Base address' }).fill(`${url}/v1`);
  await page.getByLabel('Token', { exact: true }).fill(token);
  await page.getByRole('checkbox', { name: /^Remember the token/ }).setChecked(isRemembered);
  const sent = page.waitForRequest((request) => 'authorization' in request.headers());
  await page.getByRole('button', { name: 'Save and use' }).click();
  expect((await sent).headers()['authorization']).toBe(`Bearer ${token}`);
  await page.getByRole('button', { name: 'Close' }).click();
}

/** A run, its alternatives, a comparison, a data run and a lab, with everything each can export. */
async function useThePlayground(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('5');
  await page.getByRole('textbox', { name: 'seed' }).fill('42');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await page.getByRole('textbox', { name: 'Output' }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Alternatives here' }).click();
  await page.getByRole('button', { name: 'Sample 128' }).click();
  await expect(page.getByText('Sampled, not exhaustive.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Code' }).click();
  await expect(page.getByRole('dialog')).toContainText('API_KEY');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('radio', { name: 'Files' }).check();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export everything' }).click();
  expect(await readFile(await (await saved).path(), 'utf8')).toContain('Once upon a time');

  await page.getByRole('radio', { name: 'Compare' }).check();
  await page.getByRole('button', { name: 'Run all 2' }).click();
  await expect(page.getByRole('status', { name: 'State' })).toHaveText(['Complete', 'Complete']);

  await page.getByRole('radio', { name: 'Labs' }).check();
  await page.getByRole('button', { name: 'Determinism check' }).click();
  await page.getByRole('button', { name: /^Check (Ctrl|⌘)/ }).click();
  await expect(page.getByRole('status', { name: 'Verdict' })).toContainText('Identical');

  await page.getByRole('radio', { name: 'Data' }).check();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time {{hero}}');
  await load(page, { name: 'tales.csv', text: tales(2) });
  await page.getByRole('button', { name: 'Start 2 requests' }).click();
  await expect(state(page)).toHaveText('Done');
  const answers = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export results' }).click();
  await page.getByRole('button', { name: /^CSV / }).click();
  expect(await readFile(await (await answers).path(), 'utf8')).toContain('a fox, 1');
}

/** Every other page, and a record of the two that list records. */
async function visitOtherPages(page: Page): Promise<void> {
  const go = (section: string) =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: section }).click();
  for (const [section, table] of [
    ['Models', 'models'],
    ['Hardware', 'configurations'],
    ['Fine-tunes', 'fine-tunes'],
  ] as const) {
    await go(section);
    await expect(page.getByRole('grid', { name: table }).getByRole('row').nth(1)).toBeVisible();
  }
  const fineTune = page.getByRole('grid', { name: 'fine-tunes' }).getByRole('link', { name: /weather/ });
  await fineTune.click();
  await expect(page.getByRole('region', { name: 'Figures of the fine-tune' })).toBeVisible();
  const id = new URL(page.url()).pathname.replace('/fine-tunes/', '');
  await go('Jobs');
  await page.getByRole('textbox', { name: 'Job id' }).fill(id);
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await page.getByRole('list', { name: 'Watched jobs' }).getByRole('link', { name: id }).click();
  await expect(page.getByRole('link', { name: 'This is a fine-tune: open it' })).toBeVisible();
}

test('a token is in no storage, page, address, console line, log, file or foreign request', async ({
  page,
  trained: service,
}) => {
  const placesOfToken = watch(page, service.token, service.url);
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await page.goto(service.url);
  await connect(page, service.url, service.token);
  await useThePlayground(page);
  await visitOtherPages(page);

  // The reader sees what the page does keep, so it would see a token there.
  const kept = {
    history: 'Once upon a time',
    'kept-runs': 'Once upon a time',
    'data-runs': 'a fox, 1',
    vocabulary: 'tale-1m',
    diary: 'nvidia',
    recorder: 'lastMs',
  };
  const unread = async () => {
    const held = await holdings(page);
    return Object.entries(kept).filter(
      ([name, text]) =>
        !held.some(([place, all]) => place.startsWith(`IndexedDB inferdeck-${name}/`) && all.includes(text)),
    );
  };
  await expect.poll(unread).toEqual([]);
  expect(await placesOfToken()).toEqual([]);

  await page.reload();
  await expect(page.getByRole('button', { name: /^Connection:/ })).toBeVisible();
  expect(await placesOfToken()).toEqual([]);
  expect(sockets).toEqual([]);
  expect(service.lines.join('\n')).not.toContain(service.token);
});

test('a token remembered by the tab is in its storage and nowhere else', async ({ page, service }) => {
  const placesOfToken = watch(page, service.token, service.url);
  await page.goto('/');
  await connect(page, service.url, service.token, true);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Connection:/ })).toBeVisible();
  expect(await placesOfToken()).toEqual(['sessionStorage']);
});

test('the token search finds a token in every place it could be', async ({ page, service }) => {
  const secret = 'a-secret-that-leaks';
  const placesOfSecret = watch(page, secret, service.url);
  await page.goto('/');
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeVisible();
  await page.route('http://localhost:1/**', (route) =>
    route.fulfill({ headers: { 'access-control-allow-origin': '*' } }),
  );
  expect(await placesOfSecret()).toEqual([]);
  const saved = page.waitForEvent('download');
  await page.evaluate(async (text) => {
    localStorage.setItem('a', text);
    sessionStorage.setItem('a', text);
    document.cookie = `a=${text}`;
    window.name = text;
    const records: Record<string, unknown> = {
      text,
      deep: { list: [new Map([['a', new Set([text])]])] },
      file: new Blob([text]),
      bytes: new TextEncoder().encode(text),
    };
    for (const [name, record] of [...Object.entries(records), ['key', 1] as const]) {
      const opening = indexedDB.open(`planted ${name}`);
      const key = name === 'key' ? text : 1;
      opening.onupgradeneeded = () => opening.result.createObjectStore('a').put(record, key);
      await new Promise((onsuccess, onerror) => Object.assign(opening, { onsuccess, onerror }));
      opening.result.close();
    }
    const cache = await caches.open('planted');
    await cache.put('/a', new Response(text));
    history.pushState({ list: [text] }, '');
    history.pushState(null, '', `#${text}`);
    history.pushState(null, '', '#after');
    console.log({ list: [{ deep: { deeper: [text] } }] });
    setTimeout(() => {
      throw new Error(text);
    });
    document.title = text;
    const field = document.body.appendChild(document.createElement('input'));
    field.value = text;
    field.after(text);
    const link = document.createElement('a');
    link.href = `data:text/plain,${text}`;
    link.download = 'planted.txt';
    link.click();
    const own = { method: 'POST', headers: { 'x-a': text }, body: text };
    await fetch(`/a?${text}`, own);
    await fetch('/b', { headers: { authorization: `Basic ${text}` } });
    await fetch(`http://localhost:1/a?${text}`, { method: 'POST', body: text });
    await fetch('http://localhost:1/b', { headers: { authorization: `Bearer ${text}` } });
  }, secret);
  await (await saved).path();
  expect(await placesOfSecret()).toEqual([
    'Cache Storage planted',
    'IndexedDB planted bytes/a',
    'IndexedDB planted deep/a',
    'IndexedDB planted file/a',
    'IndexedDB planted key/a',
    'IndexedDB planted text/a',
    'console',
    'cookie',
    'download',
    'error',
    'field',
    'foreign request: address',
    'foreign request: body',
    'foreign request: headers',
    'history address',
    'history state',
    'localStorage',
    'own request: address',
    'own request: body',
    'own request: headers',
    'page',
    'sessionStorage',
    'title',
    'window name',
  ]);
});
