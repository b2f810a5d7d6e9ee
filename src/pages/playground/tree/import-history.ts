// Takes a file of history in, and says what came of it.
import { formatCount } from '#lib/format.ts';
import type { Archive } from './archive.ts';
import { readHistory } from './history-file.ts';

/** Merges by id: nothing that is here is replaced. @returns a sentence, and whether it is a refusal */
export async function importHistory(
  archive: Archive,
  file: Blob,
): Promise<{ readonly isBad: boolean; readonly text: string }> {
  const reading = await readHistory(file);
  if (!reading.ok) return { isBad: true, text: reading.message };
  const { batch } = reading;
  // What is here already is not written again: a file may say something else of it.
  const nodes = batch.nodes.filter(({ id }) => archive.tree.get(id) === undefined);
  const runs = batch.runs.filter(({ id }) => !archive.tree.get(id)?.run);
  const names = batch.names.filter(({ id }) => archive.tree.nameRecord(id) === undefined);
  const presets = batch.presets.filter(({ id }) => !archive.presets.has(id));
  const newIds = new Set(nodes.map(({ id }) => id));
  const named = names.filter(({ id }) => !newIds.has(id) && archive.tree.get(id) !== undefined).length;
  const added = await archive.add({ nodes, runs, names, presets });
  let { damaged } = reading;
  let recordings = 0;
  for await (const recording of reading.recordings) {
    if (recording === null) damaged += 1;
    if (recording === null || archive.recordingIds.has(recording.id)) continue;
    await archive.add({ recordings: [recording] });
    recordings += 1;
  }
  const here = batch.nodes.length - added.nodes;
  const parts = [
    `Added ${count(added.nodes, 'state')} and ${count(recordings, 'recording')}.`,
    named > 0 && `Named ${count(named, 'state')}.`,
    presets.length > 0 && `Added ${count(presets.length, 'preset')}.`,
    here > 0 && `${count(here, 'state')} ${here === 1 ? 'was' : 'were'} here already.`,
    damaged > 0 &&
      `${count(damaged, 'record')} could not be read and ${damaged === 1 ? 'was' : 'were'} left out.`,
  ];
  return { isBad: false, text: parts.filter(Boolean).join(' ') };
}

function count(number: number, word: string): string {
  return `${formatCount(number)} ${word}${number === 1 ? '' : 's'}`;
}
