// Loads what the fields mean.
import { chunk } from '#ui/chunk.ts';

/** Sentences by wire name. @throws ChunkError where they do not come */
export async function loadFieldHelp(): Promise<Readonly<Record<string, string>>> {
  return (await chunk(() => import('./field-help.ts'))).fieldHelp;
}
