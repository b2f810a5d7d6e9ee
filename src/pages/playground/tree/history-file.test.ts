import { expect, test } from 'vitest';
import { createArchive, type Archive } from './archive.ts';
import { readHistory, writeHistory } from './history-file.ts';
import { importHistory } from './import-history.ts';
import { shelterStorage } from './sheltered-storage.ts';
import { createMemoryStorage } from './storage.ts';
import { idOf, runOf, stateOf } from './testing/states.ts';

function openArchive(): Archive {
  return createArchive(
    (onTrouble) => shelterStorage(async () => createMemoryStorage(), onTrouble),
    () => undefined,
  );
}

async function textOf(archive: Archive, rootId: string | null): Promise<string> {
  let text = '';
  for await (const part of writeHistory(archive, rootId)) text += part;
  return text;
}

async function filled(): Promise<Archive> {
  const archive = openArchive();
  await archive.add({
    nodes: [stateOf(1, null), stateOf(2, 1), stateOf(3, 2), stateOf(10, null), stateOf(11, 10)],
    runs: [runOf(2, 'two'), runOf(11, 'eleven')],
    names: [{ id: idOf(3), text: 'here', at: 5 }],
    presets: [
      {
        id: idOf(50),
        name: 'calm',
        at: 1,
        values: { stop: [], numbers: {}, stream: true, safety_model: '', logit_bias: [] },
        isDeleted: false,
      },
    ],
    recordings: [
      { id: idOf(2), text: '{"a":"\u2028"}' },
      { id: idOf(11), text: '{}' },
    ],
  });
  return archive;
}

test('everything comes back from the file, and a second time adds nothing', async () => {
  const read = readHistory(await textOf(await filled(), null));
  if (!read.ok) throw new Error(read.message);
  expect(read.damaged).toBe(0);
  const fresh = openArchive();
  expect(await fresh.add(read.batch)).toEqual({ nodes: 5, runs: 2, names: 1 });
  expect(await fresh.add(read.batch)).toEqual({ nodes: 0, runs: 0, names: 0 });
  expect(await fresh.recording(idOf(2))).toBe('{"a":"\u2028"}');
  expect(fresh.presets.get(idOf(50))?.name).toBe('calm');
  expect(fresh.tree.get(idOf(3))?.name).toBe('here');
});

test('an import leaves the names and presets that are here as they are', async () => {
  const values = { stop: [], numbers: {}, stream: true, safety_model: '', logit_bias: [] };
  const preset = (name: string, at: number, isDeleted = false) => ({
    id: idOf(50),
    name,
    at,
    values,
    isDeleted,
  });
  const theirs = await filled();
  await theirs.add({
    names: [2, 3].map((id) => ({ id: idOf(id), text: 'theirs', at: 9 })),
    presets: [preset('theirs', 9, true)],
  });
  const text = await textOf(theirs, null);
  const ours = await filled();
  const outcome = await importHistory(ours, new File([text], 'history.json'));
  expect(ours.tree.get(idOf(3))?.name).toBe('here');
  expect(ours.tree.get(idOf(2))?.name).toBe('theirs');
  expect(ours.presets.get(idOf(50))).toEqual(preset('calm', 1));
  expect(outcome).toEqual({
    isBad: false,
    text: 'Added 0 states and 0 recordings. Named 1 state. 5 states were here already.',
  });
});

test('the file of a session holds that session alone', async () => {
  const read = readHistory(await textOf(await filled(), idOf(10)));
  expect(read.ok && read.batch.nodes.map(({ id }) => id)).toEqual([idOf(10), idOf(11)]);
  expect(read.ok && read.batch.recordings.map(({ id }) => id)).toEqual([idOf(11)]);
  expect(read.ok && read.batch.presets).toEqual([]);
});

test('records that do not hold are left out and counted', () => {
  const file = {
    inferdeck: 'history',
    version: 1,
    nodes: [stateOf(1, null), { id: 3 }],
    runs: [{}],
    names: [],
    presets: [],
    recordings: [{ id: idOf(1) }],
  };
  expect(readHistory(JSON.stringify(file))).toMatchObject({
    ok: true,
    damaged: 3,
    batch: { nodes: [stateOf(1, null)] },
  });
});

const lists = { nodes: [], runs: [], names: [], presets: [], recordings: [] };

test.each<[string, string]>([
  ['not json', 'The file is not JSON.'],
  ['[]', 'The file is not a history of this playground.'],
  ['{"inferdeck":"recording"}', 'The file is not a history of this playground.'],
  ['{"inferdeck":"history","version":9}', 'The history has another version than 1, which this page reads.'],
  ['{"inferdeck":"history","version":1,"nodes":{}}', 'The history is damaged: “nodes” is not a list.'],
  [
    JSON.stringify({ inferdeck: 'history', version: 1, ...lists, nodes: [stateOf(1, 2), stateOf(2, 1)] }),
    `The history is damaged: the state ${idOf(1)} comes from itself.`,
  ],
])('a file is refused with its reason: %s', (file, message) => {
  expect(readHistory(file)).toEqual({ ok: false, message });
});
