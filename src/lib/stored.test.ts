import { expect, test } from 'vitest';
import { stored, storedByTab } from './stored.ts';

function storageWith(entries: Record<string, string>, refuses = false): Storage {
  const map = new Map(Object.entries(entries));
  return {
    get length() {
      return map.size;
    },
    key: (index) => [...map.keys()][index] ?? null,
    clear: () => map.clear(),
    getItem: (key) => map.get(key) ?? null,
    removeItem: (key) => void map.delete(key),
    setItem(key, value) {
      if (refuses) throw new DOMException('full', 'QuotaExceededError');
      map.set(key, value);
    },
  };
}

function parse(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function storedText(storage: () => Storage) {
  return stored({ key: 'draft', version: 2, parse, fallback: 'empty', storage });
}

test('a written value is read back', () => {
  const storage = storageWith({});
  const value = storedText(() => storage);
  expect(value.read()).toBe('empty');
  expect(value.write('hello')).toBe(true);
  expect(storedText(() => storage).read()).toBe('hello');
});

test.each([
  ['not JSON', '{'],
  ['another version', JSON.stringify({ version: 1, value: 'old' })],
  ['another shape', JSON.stringify({ version: 2, value: 7 })],
  ['no entry object', 'null'],
])('%s is moved aside and reads as the fallback', (_, entry) => {
  const storage = storageWith({ draft: entry });
  expect(storedText(() => storage).read()).toBe('empty');
  expect(storage.getItem('draft')).toBeNull();
  expect(storage.getItem('draft.unreadable')).toBe(entry);
});

test('a storage that refuses a write keeps the value in memory', () => {
  const storage = storageWith({}, true);
  const value = storedText(() => storage);
  expect(value.write('kept')).toBe(false);
  expect(value.read()).toBe('kept');
});

test('a storage that throws on access reads like an empty one', () => {
  const value = storedText(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(value.read()).toBe('empty');
  expect(value.write('kept')).toBe(false);
  expect(value.read()).toBe('kept');
});

/** Tabs of one browser, each by its own storage. */
function createTabs() {
  const browser = storageWith({});
  return (tab: Storage) =>
    storedByTab(
      { key: 'draft', version: 2, parse, fallback: 'empty' },
      { tab: () => tab, browser: () => browser },
    );
}

test('a reloaded tab reads its own value, and a new tab the last written one', () => {
  const open = createTabs();
  const one = storageWith({});
  const other = storageWith({});
  expect(open(one).write('one')).toBe(true);
  expect(open(other).write('other')).toBe(true);
  expect(open(one).read()).toBe('one');
  expect(open(other).read()).toBe('other');
  expect(open(storageWith({})).read()).toBe('other');
});

test('a tab keeps the value that it began with, whatever another one writes', () => {
  const open = createTabs();
  const one = storageWith({});
  const two = storageWith({});
  expect(open(one).read()).toBe('empty');
  open(storageWith({})).write('other');
  expect(open(two).read()).toBe('other');
  open(storageWith({})).write('another');
  expect([one, two].map((tab) => open(tab).read())).toEqual(['empty', 'other']);
});

test('a refusal by either storage is reported and hides no newer value', () => {
  const options = { key: 'draft', version: 2, parse, fallback: 'empty' };
  const entries = { draft: JSON.stringify({ version: 2, value: 'old' }) };
  const tab = storageWith(entries, true);
  const browser = storageWith({});
  const value = storedByTab(options, { tab: () => tab, browser: () => browser });
  expect(value.write('new')).toBe(false);
  expect(value.read()).toBe('new');
  expect(storedByTab(options, { tab: () => tab, browser: () => browser }).read()).toBe('new');
  const blocked = storedByTab(options, {
    tab: () => storageWith({}),
    browser: () => storageWith({}, true),
  });
  expect(blocked.write('new')).toBe(false);
});
