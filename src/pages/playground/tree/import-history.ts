// Takes a file of history in, and says what came of it.
import { formatCount } from '#lib/format.ts';
import type { Archive } from './archive.ts';
import { readHistory } from './history-file.ts';

/** Bytes that a file may have: a text of the browser can be no longer. */
const maxBytes = 400 * 1_024 * 1_024;

/** Merges by id: nothing that is here is replaced. @returns a sentence, and whether it is a refusal */
export async function importHistory(
  archive: Archive,
  file: Pick<File, 'size' | 'text'>,
): Promise<{ readonly isBad: boolean; readonly text: string }> {
  if (file.size > maxBytes)
    return { isBad: true, text: 'The file has more than 400 MiB, so it was not read.' };
  const reading = readHistory(await file.text());
  if (!reading.ok) return { isBad: true, text: reading.message };
  const { batch, damaged } = reading;
  const missing = batch.recordings.filter(({ id }) => !archive.recordingIds.has(id));
  // What is here already is not written again: a file may say something else of it.
  const nodes = batch.nodes.filter(({ id }) => archive.tree.get(id) === undefined);
  const runs = batch.runs.filter(({ id }) => !archive.tree.get(id)?.run);
  const names = batch.names.filter(({ id }) => archive.tree.nameRecord(id) === undefined);
  const presets = batch.presets.filter(({ id }) => !archive.presets.has(id));
  const newIds = new Set(nodes.map(({ id }) => id));
  const named = names.filter(({ id }) => !newIds.has(id) && archive.tree.get(id) !== undefined).length;
  const added = await archive.add({ nodes, runs, names, presets, recordings: missing });
  const here = batch.nodes.length - added.nodes;
  const parts = [
    `Added ${count(added.nodes, 'state')} and ${count(missing.length, 'recording')}.`,
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
