// The newest result of a lab, there again after a reload: what it was about, and its runs as recordings.
import type { Run } from '#run/run.ts';
import { chunk } from '#ui/chunk.ts';

/** Where a lab keeps its newest result, and how it reads what it was about. */
export interface Keeping<Head> {
  /** Names it among what is kept. */
  readonly set: string;
  /** Null where it cannot be read: an older or newer build may have written it. */
  readonly parse: (head: unknown) => Head | null;
}

/** Characters of all recordings together; a result that is larger lives as long as the page. */
const mostText = 24_000_000;

/** Puts a result in the place of the older one. Where the browser refuses, nothing is kept, and nothing else happens. */
export async function keepNewest(set: string, head: unknown, runs: readonly Run[]): Promise<void> {
  try {
    const [{ shelf }, { writeRun }] = await load();
    const files: string[] = [];
    for (const run of runs) files.push((await writeRun(run)) ?? '');
    const isTooLarge = files.reduce((sum, file) => sum + file.length, 0) > mostText;
    const shelved = files.map((file, position) => ({
      key: String(position).padStart(6, '0'),
      head: position === 0 ? head : null,
      file,
    }));
    await shelf.replace(set, isTooLarge ? [] : shelved);
  } catch {}
}

/** The result that was kept; null where there is none, or part of it cannot be read. */
export async function readNewest<Head>({
  set,
  parse,
}: Keeping<Head>): Promise<{ readonly head: Head; readonly runs: readonly Run[] } | null> {
  try {
    const [{ shelf }, { readRun }] = await load();
    const shelved = await shelf.load(set);
    const head = parse(shelved[0]?.head);
    const runs: Run[] = [];
    for (const { file } of shelved) {
      const run = await readRun(file);
      if (run !== null) runs.push(run);
    }
    return head === null || runs.length < shelved.length ? null : { head, runs };
  } catch {
    return null;
  }
}

function load() {
  return Promise.all([chunk(() => import('#run/saved-runs.ts')), chunk(() => import('#run/saved-runs.ts'))]);
}
