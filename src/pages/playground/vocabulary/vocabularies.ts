// What the answers have taught about each model's tokens: in memory while the page is loaded, in a database where there is one.
import { createStore, type StoreApi } from 'zustand';
import type { Run } from '#pages/playground/run.ts';
import { learnedTokens } from './learned-tokens.ts';
import { readTokens, writeTokens } from './vocabulary-database.ts';

/** The known tokens of one model. */
export interface Vocabulary {
  /** Texts by id, in digits; grows in place, `count` says when. */
  readonly tokens: ReadonlyMap<string, string>;
  readonly count: number;
  /** What earlier sessions kept is still being read. */
  readonly isLoading: boolean;
}

interface Entry {
  readonly tokens: Map<string, string>;
  readonly store: StoreApi<Vocabulary>;
  isRead: boolean;
}

const entries = new Map<string, Entry>();
const learned = new WeakSet<object>();

/** The vocabulary of a model of a service; what earlier sessions kept is read at the first call. */
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
  // A browser that keeps nothing still knows what this session taught.
  const kept = await readTokens(serviceKey, model).catch(() => new Map<string, string>());
  for (const [id, text] of kept) if (!entry.tokens.has(id)) entry.tokens.set(id, text);
  entry.store.setState({ count: entry.tokens.size, isLoading: false });
}

/** Learns from an ended run, once. A recording names no connection that could be asked, and teaches nothing. */
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
  const known = entries.get(key);
  if (known) return known;
  const tokens = new Map<string, string>();
  const entry: Entry = {
    tokens,
    store: createStore<Vocabulary>(() => ({ tokens, count: 0, isLoading: false })),
    isRead: false,
  };
  entries.set(key, entry);
  return entry;
}
