// Vocabularies where they survive a reload: texts by connection, model and id in a database of their own.
import type { DBSchema, IDBPDatabase } from 'idb';
import { createDatabase } from '#lib/database.ts';

/** Tokens that are kept over all models; the model that was not used for longest goes first. */
const mostTokens = 200_000;

/** Tokens written in one transaction, so that a long list holds the page nowhere. */
const batchSize = 500;

interface VocabularySchema extends DBSchema {
  /** Text by service key, model and token id in digits. */
  tokens: { key: [string, string, string]; value: string };
  /** When a model was last written (Unix milliseconds), by service key and model. */
  models: { key: [string, string]; value: number };
}

const open = createDatabase<VocabularySchema>('inferdeck-vocabulary', 1, (database) => {
  database.createObjectStore('tokens');
  database.createObjectStore('models');
});

/** Texts by id of one model. @throws where the browser keeps no databases */
export async function readTokens(serviceKey: string, model: string): Promise<Map<string, string>> {
  const database = await open();
  const range = rangeOf(serviceKey, model);
  const transaction = database.transaction('tokens');
  const [keys, texts] = await Promise.all([
    transaction.store.getAllKeys(range),
    transaction.store.getAll(range),
  ]);
  return new Map(keys.map(([, , id], place) => [id, texts[place] ?? '']));
}

/** Adds texts of one model, and drops other models where there are too many. @throws where the browser keeps no databases */
export async function writeTokens(
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
      // Failures come with the transaction.
      store.put(text, [serviceKey, model, id]).catch(() => undefined);
    }
    await done;
  }
  await makeRoom(database);
}

async function makeRoom(database: IDBPDatabase<VocabularySchema>): Promise<void> {
  if ((await database.count('tokens')) <= mostTokens) return;
  const keys = await database.getAllKeys('models');
  const times = await database.getAll('models');
  const byAge = keys
    .map((key, place) => ({ key, time: times[place] ?? 0 }))
    .toSorted((one, other) => one.time - other.time);
  for (const { key } of byAge) {
    const [serviceKey, model] = key;
    await database.delete('tokens', rangeOf(serviceKey, model));
    await database.delete('models', key);
    if ((await database.count('tokens')) <= mostTokens) return;
  }
}

function rangeOf(serviceKey: string, model: string): IDBKeyRange {
  return IDBKeyRange.bound([serviceKey, model], [serviceKey, model, []]);
}
