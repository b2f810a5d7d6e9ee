// This tab's history position and undo steps.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { stored } from '#lib/stored.ts';
import { isSameDraft } from './node.ts';
import type { Tree } from './tree.ts';

/** Beyond them, undo and redo follow the tree. */
const stepsAtMost = 1_000;

/** `isBefore`: before its run, over the earlier output. */
const Place = z.object({ id: z.string(), isBefore: z.boolean() });

export type Place = z.infer<typeof Place>;

const Trail = z.object({ head: z.nullable(Place), past: z.array(Place), future: z.array(Place) });

/** Nearest step last. */
type Trail = z.infer<typeof Trail>;

export interface TrailStore {
  /** Its head is null in a new tab. */
  read: () => Trail;
  write: (trail: Trail) => void;
}

/** @param storage `sessionStorage`; may throw */
export function createTrail(storage: () => Storage): TrailStore {
  const entry = stored<Trail>({
    key: 'inferdeck.history-place',
    version: 2,
    parse: (value) => Trail.safeParse(value).data ?? null,
    fallback: { head: null, past: [], future: [] },
    storage,
  });
  let trail = entry.read();
  return {
    read: () => trail,
    write({ head, past, future }) {
      trail = { head, past: past.slice(-stepsAtMost), future: future.slice(-stepsAtMost) };
      entry.write(trail);
    },
  };
}

/** Null, too, if its state was deleted. */
export function headOf(tree: Tree, { head }: Trail): Place | null {
  return head !== null && tree.get(head.id) !== undefined ? head : null;
}

/** Follows the tree where no step is remembered. */
export function placeBefore(tree: Tree, trail: Trail): Place | undefined {
  const known = trail.past.findLast(({ id }) => tree.get(id) !== undefined);
  const head = headOf(tree, trail);
  const node = tree.get(head?.id ?? null);
  if (known !== undefined || head === null || node === undefined) return known;
  const again = node.origin.how === 'again' ? tree.get(node.origin.nodeId ?? null) : undefined;
  if (again !== undefined && !head.isBefore) return { id: again.id, isBefore: false };
  const parent = tree.get(node.parentId);
  if (parent === undefined) return undefined;
  const isTyped = node.origin.how !== 'resumed' && !isSameDraft(parent.draft, node.draft);
  return node.kind === 'run' && isTyped && !head.isBefore
    ? { id: node.id, isBefore: true }
    : { id: parent.id, isBefore: false };
}

/** The newest child where no step is remembered. */
export function placeAfter(tree: Tree, trail: Trail): Place | undefined {
  const known = trail.future.findLast(({ id }) => tree.get(id) !== undefined);
  const head = headOf(tree, trail);
  if (known !== undefined || head === null) return known;
  const id = head.isBefore ? head.id : tree.childrenOf(head.id).at(-1)?.id;
  return id === undefined ? undefined : { id, isBefore: false };
}
