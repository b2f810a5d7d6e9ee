// Reads stored records one by one: a damaged one is counted, and never loses the others.
import type * as z from 'zod/mini';
import { NameRecord, NodeRecord, PresetRecord, RunRecord, type Batch } from './node.ts';

/** Records that hold, and how many did not. */
export interface ReadRecords {
  readonly batch: Required<Omit<Batch, 'recordings'>>;
  readonly damaged: number;
}

/** @param records lists by kind, as they stood in a database, a file or a message; a kind that is absent is empty */
export function readRecords(records: {
  readonly [Kind in keyof ReadRecords['batch']]?: readonly unknown[] | undefined;
}): ReadRecords {
  let damaged = 0;
  function each<Schema extends z.ZodMiniType>(schema: Schema, list: readonly unknown[] = []) {
    return list.flatMap((value) => {
      const parsed = schema.safeParse(value);
      if (parsed.success) return [parsed.data];
      damaged += 1;
      return [];
    });
  }
  const batch = {
    nodes: each(NodeRecord, records.nodes),
    runs: each(RunRecord, records.runs),
    names: each(NameRecord, records.names),
    presets: each(PresetRecord, records.presets),
  };
  return { batch, damaged };
}
