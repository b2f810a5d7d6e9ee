// What a change of the page makes of the tree: nothing, another version of the newest edit, a step back, or a new state.
import type { Draft } from '#pages/playground/draft.ts';
import { isSameDraft } from './draft-key.ts';
import type { HistoryNode, NodeRecord } from './node.ts';

/** Milliseconds without a change after which what is typed next is a state of its own. */
const burstPauseMs = 5_000;

/** Where the page stands. */
export interface Place {
  readonly head: HistoryNode;
  readonly parent: HistoryNode | undefined;
  readonly hasChildren: boolean;
  /** The page itself made the head by typing, or by filling, since it was loaded: no other tab stands on it in good faith. */
  readonly isOwn: boolean;
  /** When the head was last typed on; null where it did not come from typing. */
  readonly typedMs: number | null;
}

/** A step of the tree; the new record lacks only its id. */
export type Step =
  | { readonly kind: 'none' }
  | { readonly kind: 'replace'; readonly record: NodeRecord }
  | { readonly kind: 'back'; readonly id: string }
  | { readonly kind: 'add'; readonly record: Omit<NodeRecord, 'id'> };

/** After a quiet second of typing. */
export function afterTyping(place: Place, draft: Draft, now: number): Step {
  const { head, parent, typedMs } = place;
  if (isSameDraft(head.draft, draft)) return { kind: 'none' };
  // What was typed was taken back by hand; the longer text stays as a branch.
  if (head.kind === 'edit' && parent && isSameDraft(parent.draft, draft))
    return { kind: 'back', id: parent.id };
  if (typedMs !== null && now - typedMs < burstPauseMs && isUntouched(place))
    return { kind: 'replace', record: { ...recordOf(head), at: now, draft } };
  return add(head.id, now, 'edit', 'typed', draft);
}

/** When a run starts. A run of the same text and parameters stands beside the one before, as when it is asked for again. */
export function afterStart(place: Place, draft: Draft, now: number): Step {
  const { head, typedMs } = place;
  const isSame = isSameDraft(head.draft, draft);
  const isBurst = typedMs !== null && now - typedMs < burstPauseMs;
  if (isUntouched(place) && (isSame || isBurst))
    return { kind: 'replace', record: { ...recordOf(head), kind: 'run', at: now, draft } };
  if (head.kind === 'run' && isSame) return add(head.parentId, now, 'run', 'again', draft);
  return add(head.id, now, 'run', 'typed', draft);
}

/** An edit that nobody ran, went on from, or named. */
function isUntouched({ head, hasChildren, isOwn }: Place): boolean {
  return head.kind === 'edit' && head.run === null && head.name === '' && !hasChildren && isOwn;
}

function add(parentId: string | null, at: number, kind: NodeRecord['kind'], how: string, draft: Draft): Step {
  return { kind: 'add', record: { parentId, at, kind, origin: { how }, draft } };
}

function recordOf({ run: _run, name: _name, ...record }: HistoryNode): NodeRecord {
  return record;
}
