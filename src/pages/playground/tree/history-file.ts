// History as a file: all of it, or one session; JSON, versioned, read with care because it may come from anywhere.
import type { Archive } from './archive.ts';
import { RecordingRecord, type Batch, type HistoryNode, type NodeRecord } from './node.ts';
import { readRecords } from './read-records.ts';

/** Raised when the shape changes. */
const version = 1;

/** What a file holds, and how much of it was damaged. */
export type ReadHistory =
  | { readonly ok: true; readonly batch: Required<Batch>; readonly damaged: number }
  | { readonly ok: false; readonly message: string };

/**
 * The text of the file in parts, each made when it is asked for: recordings can be too long for one text. It holds no
 * token and no address.
 * @param rootId the session to write; null writes everything, presets too
 */
export async function* writeHistory(
  archive: Pick<Archive, 'tree' | 'presets' | 'recordingIds' | 'recording'>,
  rootId: string | null,
): AsyncGenerator<string> {
  const { tree } = archive;
  const nodes = rootId === null ? tree.all() : sessionNodes(archive, rootId);
  const records = {
    nodes: nodes.map(recordOf),
    runs: nodes.flatMap(({ run }) => run ?? []),
    names: nodes.flatMap(({ id }) => tree.nameRecord(id) ?? []),
    presets: rootId === null ? [...archive.presets.values()] : [],
  };
  const head = JSON.stringify({ inferdeck: 'history', version, ...records });
  yield `${head.slice(0, -1)},"recordings":[`;
  let comma = '';
  for (const { id } of nodes) {
    const text = archive.recordingIds.has(id) ? await archive.recording(id) : null;
    if (text === null) continue;
    yield `${comma}${JSON.stringify({ id, text })}`;
    comma = ',';
  }
  yield ']}';
}

/** Reads the text of a file. Never throws; records that do not hold are left out and counted. */
export function readHistory(file: string): ReadHistory {
  const value = parse(file);
  if (value === undefined) return refuse('The file is not JSON.');
  if (typeof value !== 'object' || value === null || !('inferdeck' in value) || value.inferdeck !== 'history')
    return refuse('The file is not a history of this playground.');
  if (!('version' in value) || value.version !== version)
    return refuse(`The history has another version than ${version}, which this page reads.`);
  const fields = new Map<string, unknown>(Object.entries(value));
  const kinds = ['nodes', 'runs', 'names', 'presets', 'recordings'] as const;
  const wrong = kinds.find((kind) => !Array.isArray(fields.get(kind)));
  if (wrong !== undefined) return refuse(`The history is damaged: “${wrong}” is not a list.`);
  const list = (kind: (typeof kinds)[number]): readonly unknown[] => {
    const found = fields.get(kind);
    return Array.isArray(found) ? found : [];
  };
  const { batch, damaged } = readRecords({
    nodes: list('nodes'),
    runs: list('runs'),
    names: list('names'),
    presets: list('presets'),
  });
  const looped = findLoop(batch.nodes);
  if (looped !== null) return refuse(`The history is damaged: the state ${looped} comes from itself.`);
  const read = list('recordings').map((recording) => RecordingRecord.safeParse(recording));
  const recordings = read.flatMap(({ data }) => data ?? []);
  return {
    ok: true,
    batch: { ...batch, recordings },
    damaged: damaged + read.length - recordings.length,
  };
}

/** All states of a session, a parent before its children. */
export function sessionNodes({ tree }: Pick<Archive, 'tree'>, rootId: string): HistoryNode[] {
  const root = tree.get(rootId);
  const nodes = root ? [root] : [];
  for (const node of nodes) nodes.push(...tree.childrenOf(node.id));
  return nodes;
}

function recordOf({ run: _run, name: _name, ...record }: HistoryNode): NodeRecord {
  return record;
}

/** A state that is its own ancestor; null where none is. */
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
