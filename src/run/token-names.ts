// Token texts learned per model, cached in IndexedDB.
import type { DBSchema } from 'idb';
import { createStore, type StoreApi } from 'zustand';
import { createDatabase } from '#lib/database.ts';
import type { Recording } from './recording.ts';
import type { Run } from './run.ts';
import { readToken } from './token.ts';

export interface Vocabulary {
  /** By id in digits. Grows in place; `count` shows a change. */
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

/** Once per ended run; replays have no service. */
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

/** Runs; the oldest go first. */
const maxRecords = 1_000;

interface VocabularySchema extends DBSchema {
  /** One record per run: writing costs by the record. */
  runs: {
    key: number;
    value: { readonly of: [serviceKey: string, model: string]; readonly tokens: ReadonlyMap<string, string> };
    indexes: { of: [string, string] };
  };
}

const open = createDatabase<VocabularySchema>('inferdeck-vocabulary', 2, (database) => {
  // Version 1 had a record per name.
  for (const name of database.objectStoreNames) database.deleteObjectStore(name);
  database.createObjectStore('runs', { autoIncrement: true }).createIndex('of', 'of');
});

/** @throws without databases */
async function readTokens(serviceKey: string, model: string): Promise<Map<string, string>> {
  const records = await (await open()).getAllFromIndex('runs', 'of', [serviceKey, model]);
  return new Map(records.flatMap(({ tokens }) => Array.from(tokens)));
}

/** @throws without databases */
async function writeTokens(
  serviceKey: string,
  model: string,
  tokens: ReadonlyMap<string, string>,
): Promise<void> {
  const database = await open();
  await database.add('runs', { of: [serviceKey, model], tokens });
  const extra = (await database.count('runs')) - maxRecords;
  if (extra <= 0) return;
  const oldest = await database.getAllKeys('runs', null, extra);
  await database.delete('runs', IDBKeyRange.upperBound(oldest.at(-1)));
}

/** By id in digits, safe integers only; the first text of an id wins. */
export function learnedTokens({ choices }: Pick<Recording, 'choices'>): Map<string, string> {
  const seen = new Set<number>();
  const tokens = new Map<string, string>();
  for (const choice of choices.values()) {
    // The last one may have lost text to a stop sequence.
    const whole = choice.tokenCount - Number(choice.finishReason === 'stop');
    choice.ids.view().forEach((id, token) => {
      if (token >= whole || !Number.isSafeInteger(id) || seen.has(id)) return;
      const { text } = readToken(choice, token);
      // Behind one without text it ends that one's, too: a split character, or what could have begun a stop.
      if (text === '' || (token > 0 && readToken(choice, token - 1).text === '')) return;
      seen.add(id);
      tokens.set(String(id), text);
    });
  }
  return tokens;
}
