// History export and import as JSON.
import { formatCounted } from '#lib/format.ts';
import { readTextFile } from '#lib/text-file.ts';
import { saveFile } from '#ui/FileButton.tsx';
import { type Archive, listOf, readRecords, type ReadRecords } from './archive.ts';
import { timeAfter } from './storage.ts';
import { RecordingRecord, recordOf, type HistoryNode, type NodeRecord } from './node.ts';

const version = 1;

export type ReadHistory =
  | {
      readonly ok: true;
      readonly batch: ReadRecords['batch'];
      readonly damaged: number;
      /** It ends before its end. */
      readonly isCut: boolean;
      /** Lazy; null for an invalid recording. */
      readonly recordings: AsyncIterable<RecordingRecord | null>;
    }
  | { readonly ok: false; readonly message: string };

/**
 * In parts, one line per recording: files of any length can be read again. Contains no token and no URL.
 * @param rootId the session; null exports everything with presets
 */
export async function* writeHistory(
  archive: Pick<Archive, 'tree' | 'presets' | 'recordingIds' | 'recording'>,
  rootId: string | null,
): AsyncGenerator<string> {
  const { tree } = archive;
  const nodes = rootId === null ? tree.all() : sessionNodes(archive, rootId);
  const records = {
    nodes: nodes.map(recordOf),
    runs: nodes.flatMap(({ run }) => (run ? { ...run, service: undefined } : [])),
    names: nodes.flatMap(({ id }) => tree.nameRecord(id) ?? []),
    presets: rootId === null ? [...archive.presets.values()].filter(({ isDeleted }) => !isDeleted) : [],
  };
  const head = JSON.stringify({ inferdeck: 'history', version, ...records });
  yield `${head.slice(0, -1)},${recordingsMark}`;
  let comma = '\n';
  for (const { id } of nodes) {
    const { file } = (archive.recordingIds.has(id) && (await archive.recording(id))) || {};
    const text = file instanceof Blob ? await readTextFile(file).catch(() => undefined) : file;
    if (text === undefined) continue;
    yield `${comma}{"id":"${id}","text":"`;
    for (let from = 0; from < text.length; from += sliceLength)
      yield JSON.stringify(text.slice(from, from + sliceLength)).slice(1, -1);
    yield '"}';
    comma = ',\n';
  }
  yield endMark;
}

const recordingsMark = '"recordings":[';
const endMark = '\n]}';

const sliceLength = 262_144;

/** Without such lines: limited by the browser's longest string. */
const maxWholeBytes = 400 * 1_024 * 1_024;

/**
 * Skips invalid records.
 * @param wholeBytes limit for a file in another layout
 * @throws if the file cannot be read
 */
export async function readHistory(file: Blob, wholeBytes = maxWholeBytes): Promise<ReadHistory> {
  const lines = linesOf(file);
  const { value: head } = await lines.next();
  const isInLines = head?.endsWith(recordingsMark) === true;
  if (!isInLines && file.size > wholeBytes)
    return refuse('The file is too large, and was not written by this page.');
  const value = parse(isInLines ? `${head}]}` : await readTextFile(file));
  if (value === undefined) return refuse('The file is not JSON.');
  if (typeof value !== 'object' || value === null || !('inferdeck' in value) || value.inferdeck !== 'history')
    return refuse('The file is not a playground history.');
  if (!('version' in value) || value.version !== version)
    return refuse(`Unsupported history version: this page reads version ${version}.`);
  const fields = new Map<string, unknown>(Object.entries(value));
  const wrong = ['nodes', 'runs', 'names', 'presets', 'recordings'].find(
    (kind) => !Array.isArray(fields.get(kind)),
  );
  if (wrong !== undefined) return refuse(`The history is damaged: “${wrong}” is not a list.`);
  const { batch, damaged } = readRecords(value);
  const looped = findLoop(batch.nodes);
  if (looped !== null) return refuse(`The history is damaged: state ${looped} is its own ancestor.`);
  const recordings = readRecordings(isInLines ? lines : listOf(value, 'recordings'));
  const isCut = isInLines && !(await readTextFile(file.slice(-16))).trimEnd().endsWith(endMark);
  return { ok: true, batch, damaged, isCut, recordings };
}

/** @param source recordings, or lines with one each */
async function* readRecordings(
  source: AsyncIterable<string> | Iterable<unknown>,
): AsyncGenerator<RecordingRecord | null> {
  for await (const each of source) {
    if (each === ']}' || each === '') continue;
    const value = typeof each === 'string' ? parse(each.replace(/,$/, '')) : each;
    yield RecordingRecord.safeParse(value).data ?? null;
  }
}

async function* linesOf(file: Blob): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let line = '';
  for (let from = 0; from < file.size; from += sliceLength) {
    const bytes = await file.slice(from, from + sliceLength).arrayBuffer();
    const [first = '', ...next] = decoder.decode(bytes, { stream: true }).split('\n');
    line += first;
    for (const text of next) {
      yield line;
      line = text;
    }
  }
  yield line + decoder.decode();
}

/** Parents before children. */
export function sessionNodes({ tree }: Pick<Archive, 'tree'>, rootId: string): HistoryNode[] {
  const root = tree.get(rootId);
  const nodes = root ? [root] : [];
  for (const node of nodes) nodes.push(...tree.childrenOf(node.id));
  return nodes;
}

/** A state that is its own ancestor. */
function findLoop(nodes: readonly NodeRecord[]): string | null {
  const parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  const safe = new Set<string>();
  for (const { id } of nodes) {
    const path = new Set<string>();
    let next: string | null | undefined = id;
    while (next !== null && next !== undefined && !safe.has(next)) {
      if (path.has(next)) return next;
      path.add(next);
      next = parents.get(next);
    }
    for (const each of path) safe.add(each);
  }
  return null;
}

function parse(file: string): unknown {
  try {
    return JSON.parse(file);
  } catch {
    return undefined;
  }
}

function refuse(message: string): ReadHistory {
  return { ok: false, message };
}

/** Replaces nothing. @returns a sentence, and whether it is a refusal */
export async function importHistory(
  archive: Archive,
  file: Blob,
): Promise<{ readonly isBad: boolean; readonly text: string }> {
  const reading = await readHistory(file);
  if (!reading.ok) return { isBad: true, text: reading.message };
  const { batch } = reading;
  // The file may differ.
  const nodes = batch.nodes.filter(({ id }) => archive.tree.get(id) === undefined);
  const runs = batch.runs.filter(({ id }) => !archive.tree.get(id)?.run);
  const names = batch.names.filter(({ id }) => archive.tree.nameRecord(id) === undefined);
  // One deleted here returns, as a state does.
  const presets = batch.presets.flatMap((preset) => {
    const known = archive.presets.get(preset.id);
    const isHere = known?.isDeleted === false;
    return isHere || preset.isDeleted ? [] : [{ ...preset, at: timeAfter(known, preset.at) }];
  });
  const newIds = new Set(nodes.map(({ id }) => id));
  const sessions = nodes.filter(({ parentId }) => parentId === null).length;
  const named = names.filter(({ id }) => !newIds.has(id) && archive.tree.get(id) !== undefined).length;
  const added = await archive.add({ nodes, runs, names, presets });
  let { damaged } = reading;
  let recordings = 0;
  for await (const recording of reading.recordings) {
    if (recording === null || archive.tree.get(recording.id) === undefined) {
      damaged += 1;
      continue;
    }
    if (archive.recordingIds.has(recording.id)) continue;
    await archive.add({ recordings: [recording] });
    recordings += 1;
  }
  const here = batch.nodes.length - added;
  const parts = [
    `Added ${formatCounted(added, 'state')} and ${formatCounted(recordings, 'recording')}.`,
    sessions > 0 && `Listed under History as ${formatCounted(sessions, 'new session')}.`,
    named > 0 && `Named ${formatCounted(named, 'state')}.`,
    presets.length > 0 && `Added ${formatCounted(presets.length, 'preset')}.`,
    here > 0 && `${formatCounted(here, 'state was', 'states were')} already here.`,
    damaged > 0 &&
      `${formatCounted(damaged, 'record')} could not be read and ${damaged === 1 ? 'was' : 'were'} skipped.`,
    reading.isCut && 'The file is cut off: recordings may be missing.',
  ];
  return { isBad: false, text: parts.filter(Boolean).join(' ') };
}

/** @param rootId null saves everything */
export async function saveHistory(archive: Archive, rootId: string | null): Promise<void> {
  // The browser keeps Blobs outside memory.
  const parts: Blob[] = [];
  for await (const part of writeHistory(archive, rootId)) parts.push(new Blob([part]));
  const date = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const blob = new Blob(parts, { type: 'application/json' });
  saveFile(blob, `inferdeck-${rootId === null ? 'history' : 'session'}-${date}.json`);
}
