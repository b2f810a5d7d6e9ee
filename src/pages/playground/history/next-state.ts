// What a change of the page makes of the tree: nothing, another version of the newest edit, a step back, or a new state.
import type { DraftOrigin } from '#draft/draft-store.ts';
import type { Draft } from '#draft/draft.ts';
import { isSameDraft, type HistoryNode, type NodeRecord, type Origin } from './node.ts';

/** Milliseconds without a change after which what is typed next is a state of its own. */
const burstPauseMs = 5_000;

/** Where the page stands. */
interface Place {
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
  const { head, parent } = place;
  if (isSameDraft(head.draft, draft)) return { kind: 'none' };
  // What was typed was taken back by hand; the longer text stays as a branch.
  if (head.kind === 'edit' && parent && isSameDraft(parent.draft, draft))
    return { kind: 'back', id: parent.id };
  if (isBurst(place, draft, now) && isUntouched(place))
    return { kind: 'replace', record: { ...recordOf(head), at: now, draft } };
  return add(head.id, now, 'edit', { how: 'typed' }, draft);
}

/** When a run starts. A run of the same text and parameters stands beside the one before, as when it is asked for again. */
export function afterStart(place: Place, draft: Draft, now: number): Step {
  const { head } = place;
  const isSame = isSameDraft(head.draft, draft);
  if (isUntouched(place) && (isSame || isBurst(place, draft, now)))
    return { kind: 'replace', record: { ...recordOf(head), kind: 'run', at: now, draft } };
  if (head.kind === 'run' && isSame)
    return add(head.parentId, now, 'run', { how: 'again', nodeId: head.id }, draft);
  return add(head.id, now, 'run', { how: 'typed' }, draft);
}

/** Why a draft was filled. @param nodeId the state whose run it goes on from */
export function originOf(origin: DraftOrigin, nodeId: string | undefined): Origin {
  const { how } = origin;
  return {
    how,
    ...(nodeId !== undefined && { nodeId }),
    ...('lane' in origin && { lane: origin.lane }),
    ...('token' in origin && { token: origin.token }),
  };
}

/** The same typing goes on: soon after, and nothing that the head holds is taken away, so that replacing it loses nothing. */
function isBurst({ head, typedMs }: Place, draft: Draft, now: number): boolean {
  if (typedMs === null || now - typedMs >= burstPauseMs) return false;
  // A model is chosen, not typed: a longer name is another one.
  return (head.draft.model === '' || head.draft.model === draft.model) && holds(draft, head.draft);
}

/** Whether the value is the one before with something put into it: letters into a text, entries into a list. */
function holds(value: unknown, before: unknown): boolean {
  if (before === undefined || Object.is(value, before)) return true;
  if (typeof value === 'string' && typeof before === 'string') return isInserted(value, before);
  if (!isObject(value) || !isObject(before)) return false;
  const entries = new Map<string, unknown>(Object.entries(value));
  return Object.entries(before).every(([key, each]) => holds(entries.get(key), each));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Whether `text` is `before` with one stretch put in anywhere. */
function isInserted(text: string, before: string): boolean {
  let same = 0;
  while (same < before.length && text[same] === before[same]) same += 1;
  return text.length >= before.length && text.endsWith(before.slice(same));
}

/** An edit that nobody ran, went on from, or named. */
function isUntouched({ head, hasChildren, isOwn }: Place): boolean {
  return head.kind === 'edit' && head.run === null && head.name === '' && !hasChildren && isOwn;
}

function add(
  parentId: string | null,
  at: number,
  kind: NodeRecord['kind'],
  origin: Origin,
  draft: Draft,
): Step {
  return { kind: 'add', record: { parentId, at, kind, origin, draft } };
}

function recordOf({ run: _run, name: _name, ...record }: HistoryNode): NodeRecord {
  return record;
}
