// This tab's history position and undo steps.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { stored } from '#lib/stored.ts';
import { isSameDraft, isSentAtOnce } from './node.ts';
import type { Tree } from './tree.ts';

/** Beyond them, undo and redo follow the tree. */
const maxSteps = 1_000;

/** `isBefore`: before its run, over the earlier output. */
const Place = z.object({ id: z.string(), isBefore: z.boolean() });

export type Place = z.infer<typeof Place>;

const Position = z.object({ head: z.nullable(Place), past: z.array(Place), future: z.array(Place) });

/** Nearest step last. */
type Position = z.infer<typeof Position>;

export interface PositionStore {
  /** Its head is null in a new tab. */
  read: () => Position;
  write: (position: Position) => void;
}

/** @param storage `sessionStorage`; may throw */
export function createPositionStore(storage: () => Storage): PositionStore {
  const entry = stored<Position>({
    key: 'inferdeck.history-place',
    version: 2,
    parse: (value) => Position.safeParse(value).data ?? null,
    fallback: { head: null, past: [], future: [] },
    storage,
  });
  let position = entry.read();
  return {
    read: () => position,
    write({ head, past, future }) {
      position = { head, past: past.slice(-maxSteps), future: future.slice(-maxSteps) };
      entry.write(position);
    },
  };
}

/** Null, too, if its state was deleted. */
export function headOf(tree: Tree, { head }: Position): Place | null {
  return head !== null && tree.get(head.id) !== undefined ? head : null;
}

/** Where a state was deleted, the page may be on the step before it already. */
function lastPlace(tree: Tree, { head }: Position, steps: readonly Place[]): Place | undefined {
  const isHead = ({ id, isBefore }: Place) => id === head?.id && isBefore === head.isBefore;
  return steps.findLast((place) => tree.get(place.id) !== undefined && !isHead(place));
}

/** Follows the tree where no step is remembered. */
export function placeBefore(tree: Tree, position: Position): Place | undefined {
  const known = lastPlace(tree, position, position.past);
  const head = headOf(tree, position);
  const node = tree.get(head?.id ?? null);
  if (known !== undefined || head === null || node === undefined) return known;
  const again = node.origin.how === 'again' ? tree.get(node.origin.nodeId ?? null) : undefined;
  if (again !== undefined && !head.isBefore) return { id: again.id, isBefore: false };
  const parent = tree.get(node.parentId);
  if (parent === undefined) return undefined;
  const isTyped = !isSentAtOnce(node.origin) && !isSameDraft(parent.draft, node.draft);
  return node.kind === 'run' && isTyped && !head.isBefore
    ? { id: node.id, isBefore: true }
    : { id: parent.id, isBefore: false };
}

/** The newest child where no step is remembered. */
export function placeAfter(tree: Tree, position: Position): Place | undefined {
  const known = lastPlace(tree, position, position.future);
  const head = headOf(tree, position);
  if (known !== undefined || head === null) return known;
  const id = head.isBefore ? head.id : tree.childrenOf(head.id).at(-1)?.id;
  return id === undefined ? undefined : { id, isBefore: false };
}
