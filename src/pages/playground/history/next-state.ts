// Next history state after typing or a run: added, replaced or none.
import type { DraftOrigin } from '#draft/draft-store.ts';
import type { Draft } from '#draft/draft.ts';
import { isSameDraft, recordOf, type HistoryNode, type NodeRecord, type Origin } from './node.ts';

/** Pause after which typing starts a new state. */
const burstPauseMs = 5_000;

interface Place {
  readonly head: HistoryNode;
  readonly parent: HistoryNode | undefined;
  readonly hasChildren: boolean;
  /** Since this page loaded: no other tab relies on it. */
  readonly isOwn: boolean;
  readonly typedMs: number | null;
}

export type Step =
  | { readonly kind: 'none' }
  | { readonly kind: 'replace'; readonly record: NodeRecord }
  | { readonly kind: 'back'; readonly id: string }
  | { readonly kind: 'add'; readonly record: Omit<NodeRecord, 'id'> };

export function afterTyping(place: Place, draft: Draft, now: number): Step {
  const { head, parent } = place;
  if (isSameDraft(head.draft, draft)) return { kind: 'none' };
  // The longer text stays as a branch.
  if (head.kind === 'edit' && parent && isSameDraft(parent.draft, draft))
    return { kind: 'back', id: parent.id };
  if (isBurst(place, draft, now) && isUntouched(place))
    return { kind: 'replace', record: { ...recordOf(head), at: now, draft } };
  return add(head.id, now, 'edit', { how: 'typed' }, draft);
}

/** The same draft makes a sibling. */
export function afterStart(place: Place, draft: Draft, now: number): Step {
  const { head } = place;
  const isSame = isSameDraft(head.draft, draft);
  if (isUntouched(place) && (isSame || isBurst(place, draft, now)))
    return { kind: 'replace', record: { ...recordOf(head), kind: 'run', at: now, draft } };
  if (head.kind === 'run' && isSame)
    return add(head.parentId, now, 'run', { how: 'again', nodeId: head.id }, draft);
  return add(head.id, now, 'run', { how: 'typed' }, draft);
}

/** @param nodeId the continued state */
export function originOf(origin: DraftOrigin, nodeId: string | undefined): Origin {
  const { how } = origin;
  return {
    how,
    ...(nodeId !== undefined && { nodeId }),
    ...('choice' in origin && { lane: origin.choice }),
    ...('token' in origin && { token: origin.token }),
    ...('isSent' in origin && { isSent: origin.isSent }),
  };
}

/** Only additions: replacing the head loses nothing. */
function isBurst({ head, typedMs }: Place, draft: Draft, now: number): boolean {
  if (typedMs === null || now - typedMs >= burstPauseMs) return false;
  // A model is chosen, not typed.
  return (head.draft.model === '' || head.draft.model === draft.model) && holds(draft, head.draft);
}

/** Whether `value` is `before` with additions. */
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

/** Whether `text` is `before` with one insertion. */
function isInserted(text: string, before: string): boolean {
  let same = 0;
  while (same < before.length && text[same] === before[same]) same += 1;
  return text.length >= before.length && text.endsWith(before.slice(same));
}

/** Not run, continued, named or rated. */
function isUntouched({ head, hasChildren, isOwn }: Place): boolean {
  return (
    head.kind === 'edit' &&
    head.run === null &&
    head.name === '' &&
    head.note === '' &&
    head.rating === null &&
    !hasChildren &&
    isOwn
  );
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
