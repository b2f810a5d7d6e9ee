// Token texts learned from answers per model, cached in memory and IndexedDB.
import type { DBSchema, IDBPDatabase } from 'idb';
import { createStore, type StoreApi } from 'zustand';
import { createDatabase } from '#lib/database.ts';
import type { Recording } from './recording.ts';
import type { Run } from './run.ts';
import { readToken } from './token.ts';

export interface Vocabulary {
  /** Texts by id in digits. Grows in place; `count` shows a change. */
  readonly tokens: ReadonlyMap<string, string>;
  readonly count: number;
  /** Entries of earlier sessions are being read. */
  readonly isLoading: boolean;
}

interface Entry {
  readonly tokens: Map<string, string>;
  readonly store: StoreApi<Vocabulary>;
  isRead: boolean;
}

const rememberedNames = new Map<string, Entry>();
const learned = new WeakSet<object>();

/** The first call reads entries of earlier sessions. */
export function vocabularyOf(serviceKey: string, model: string): StoreApi<Vocabulary> {
  const entry = entryOf(serviceKey, model);
  if (!entry.isRead) {
    entry.isRead = true;
    entry.store.setState({ isLoading: true });
    void read(serviceKey, model, entry);
  }
  return entry.store;
}

async function read(serviceKey: string, model: string, entry: Entry): Promise<void> {
  // The browser may have no database.
  const saved = await readTokens(serviceKey, model).catch(() => new Map<string, string>());
  for (const [id, text] of saved) if (!entry.tokens.has(id)) entry.tokens.set(id, text);
  entry.store.setState({ count: entry.tokens.size, isLoading: false });
}

/** Once per ended run. Ignores replays, which have no service. */
export function learn(run: Run): void {
  const { request, recording } = run;
  if (
    run.replay !== null ||
    run.serviceKey === null ||
    run.state.phase !== 'ended' ||
    learned.has(run.recording)
  )
    return;
  learned.add(run.recording);
  const serviceKey = run.serviceKey();
  const entry = entryOf(serviceKey, request.model);
  const isNew = ([id, text]: readonly [string, string]) => entry.tokens.get(id) !== text;
  const added = new Map([...learnedTokens(recording)].filter(isNew));
  if (added.size === 0) return;
  for (const [id, text] of added) entry.tokens.set(id, text);
  entry.store.setState({ count: entry.tokens.size });
  writeTokens(serviceKey, request.model, added).catch(() => undefined);
}

function entryOf(serviceKey: string, model: string): Entry {
  const key = JSON.stringify([serviceKey, model]);
  const known = rememberedNames.get(key);
  if (known) return known;
  const tokens = new Map<string, string>();
  const entry: Entry = {
    tokens,
    store: createStore<Vocabulary>(() => ({ tokens, count: 0, isLoading: false })),
    isRead: false,
  };
  rememberedNames.set(key, entry);
  return entry;
}

/** Over all models; the least recently written is evicted first. */
const maxTokens = 200_000;

/** Per transaction: a long list must not block the page. */
const batchSize = 500;

interface VocabularySchema extends DBSchema {
  /** Text by service key, model and token id in digits. */
  tokens: { key: [string, string, string]; value: string };
  /** Last write (Unix milliseconds) by service key and model. */
  models: { key: [string, string]; value: number };
}

const open = createDatabase<VocabularySchema>('inferdeck-vocabulary', 1, (database) => {
  database.createObjectStore('tokens');
  database.createObjectStore('models');
});

/** @throws if the browser has no databases */
async function readTokens(serviceKey: string, model: string): Promise<Map<string, string>> {
  const database = await open();
  const range = rangeOf(serviceKey, model);
  const transaction = database.transaction('tokens');
  const [keys, texts] = await Promise.all([
    transaction.store.getAllKeys(range),
    transaction.store.getAll(range),
  ]);
  return new Map(keys.map(([, , id], place) => [id, texts[place] ?? '']));
}

/** Evicts other models over the limit. @throws if the browser has no databases */
async function writeTokens(
  serviceKey: string,
  model: string,
  tokens: ReadonlyMap<string, string>,
): Promise<void> {
  const database = await open();
  await database.put('models', Date.now(), [serviceKey, model]);
  const entries = [...tokens];
  for (let from = 0; from < entries.length; from += batchSize) {
    const { store, done } = database.transaction('tokens', 'readwrite');
    for (const [id, text] of entries.slice(from, from + batchSize)) {
      // Failures surface through `done`.
      store.put(text, [serviceKey, model, id]).catch(() => undefined);
    }
    await done;
  }
  await evictOldest(database);
}

async function evictOldest(database: IDBPDatabase<VocabularySchema>): Promise<void> {
  if ((await database.count('tokens')) <= maxTokens) return;
  const keys = await database.getAllKeys('models');
  const times = await database.getAll('models');
  const byAge = keys
    .map((key, place) => ({ key, time: times[place] ?? 0 }))
    .toSorted((one, other) => one.time - other.time);
  for (const { key } of byAge) {
    const [serviceKey, model] = key;
    await database.delete('tokens', rangeOf(serviceKey, model));
    await database.delete('models', key);
    if ((await database.count('tokens')) <= maxTokens) return;
  }
}

function rangeOf(serviceKey: string, model: string): IDBKeyRange {
  return IDBKeyRange.bound([serviceKey, model], [serviceKey, model, []]);
}

/**
 * By id in digits; the first text of an id wins. Without tokens that have no id or text, or an id beyond the safe
 * integers.
 */
export function learnedTokens({ lanes }: Pick<Recording, 'lanes'>): Map<string, string> {
  const seen = new Set<number>();
  const tokens = new Map<string, string>();
  for (const choice of lanes.values()) {
    choice.ids.view().forEach((id, token) => {
      if (!Number.isSafeInteger(id) || seen.has(id)) return;
      const { text } = readToken(choice, token);
      if (text === '') return;
      seen.add(id);
      tokens.set(String(id), text);
    });
  }
  return tokens;
}
