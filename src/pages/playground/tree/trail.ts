// Where this tab stands, and which way it took at each fork; a reload keeps it, another tab has its own.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { stored } from '#lib/stored.ts';

/** Forks that are remembered; older ones lead to their newest branch. */
const forksAtMost = 1_000;

/** The place of one tab. */
export interface Trail {
  /** Null in a new tab, which begins at the newest state. */
  headId: () => string | null;
  /** The child visited last; undefined where none is remembered. */
  visited: (parentId: string) => string | undefined;
  /** @param taken pairs of parent and child; later ones count */
  go: (headId: string, taken: readonly (readonly [string, string])[]) => void;
}

const Entry = z.object({
  headId: z.nullable(z.string()),
  visited: z.array(z.tuple([z.string(), z.string()])),
});

/** @param storage of the tab, `sessionStorage` in a browser; it may throw */
export function createTrail(storage: () => Storage): Trail {
  const entry = stored({
    key: 'inferdeck.history-place',
    version: 1,
    parse: (value) => Entry.safeParse(value).data ?? null,
    fallback: { headId: null, visited: [] },
    storage,
  });
  const kept = entry.read();
  let { headId } = kept;
  const visited = new Map(kept.visited);
  return {
    headId: () => headId,
    visited: (parentId) => visited.get(parentId),
    go(next, taken) {
      headId = next;
      for (const [parent, child] of taken) {
        visited.delete(parent);
        visited.set(parent, child);
      }
      entry.write({ headId, visited: [...visited].slice(-forksAtMost) });
    },
  };
}
