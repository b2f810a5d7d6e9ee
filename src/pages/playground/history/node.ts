// History records.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { Draft } from '#draft/draft.ts';
import { parameterChanges } from '#draft/parameter-changes.ts';
import type { RecordingColumns } from '#run/recording-columns.ts';
import { endWords, type EndState } from '#run/run.ts';

/** Random: tabs and browsers never collide. */
const Id = z.uuid();

/** Unix milliseconds. */
const Time = z.number();

const Count = z.nullable(z.number());

/** `nodeId`: the state whose run it continues, `lane`: its choice, `token`: the first replaced one. */
export const Origin = z.object({
  /** A `DraftOrigin`, `typed` or `again`; unknown values of later builds are kept. */
  how: z.string(),
  nodeId: z.optional(Id),
  lane: z.optional(z.int()),
  token: z.optional(z.int()),
  isSent: z.optional(z.boolean()),
});

export type Origin = z.infer<typeof Origin>;

/** Nobody saw its draft without its run. */
export function isSentAtOnce({ how, isSent }: Origin): boolean {
  return how === 'resumed' || isSent === true;
}

/** Immutable, except while an edit is typed. */
export const NodeRecord = z.object({
  id: Id,
  /** Null for a session root. */
  parentId: z.nullable(Id),
  at: Time,
  kind: z.enum(['root', 'edit', 'run', 'recording']),
  origin: Origin,
  draft: Draft,
});

export type NodeRecord = z.infer<typeof NodeRecord>;

/** `id` is its node's. */
export const RunRecord = z.object({
  id: Id,
  startedAt: z.iso.datetime(),
  connection: z.string(),
  /** See `serviceOf`; not in older records, nor in exported files. */
  service: z.optional(z.string()),
  model: z.string(),
  /** Null if it is the draft's; differs for an opened recording. */
  prompt: z.nullable(z.string()),
  endState: z.custom<EndState>((value) => typeof value === 'string' && Object.hasOwn(endWords, value)),
  tokens: z.number(),
  /** At least so many. */
  isUncounted: z.optional(z.boolean()),
  usage: z.nullable(z.object({ prompt_tokens: Count, completion_tokens: Count })),
  endedMs: z.number(),
  seed: z.nullable(z.string()),
  /** Beginnings, without the echoed prompt. */
  outputs: z.array(z.string()),
  /** Characters of the recording. */
  size: z.number(),
  /** Tokens of the continued answer. */
  continuedAt: z.optional(z.number()),
});

export type RunRecord = z.infer<typeof RunRecord>;

const Rating = z.enum(['up', 'down']);

export type Rating = z.infer<typeof Rating>;

/** Empty text removes the name. */
export const NameRecord = z.object({
  id: Id,
  text: z.string(),
  at: Time,
  note: z.optional(z.string()),
  /** Null and absent: not rated. */
  rating: z.optional(z.nullable(Rating)),
});

export type NameRecord = z.infer<typeof NameRecord>;

const PresetValues = z.omit(Draft, { model: true, prompt: true });

/** Deletion only marks it: it can be restored, and other tabs learn of it. */
export const PresetRecord = z.object({
  id: Id,
  name: z.string(),
  at: Time,
  values: PresetValues,
  /** Absent: applying the preset leaves it. */
  prompt: z.optional(z.string()),
  model: z.optional(z.string()),
  isDeleted: z.boolean(),
});

export type PresetRecord = z.infer<typeof PresetRecord>;

export const RecordingRecord = z.object({ id: Id, text: z.string() });

export type RecordingRecord = z.infer<typeof RecordingRecord>;

export interface HistoryNode extends NodeRecord {
  readonly run: RunRecord | null;
  readonly name: string;
  readonly note: string;
  readonly rating: Rating | null;
}

/** As stored. */
export function recordOf({ id, parentId, at, kind, origin, draft }: HistoryNode): NodeRecord {
  return { id, parentId, at, kind, origin, draft };
}

export interface Batch {
  readonly nodes?: readonly NodeRecord[];
  readonly runs?: readonly RunRecord[];
  readonly names?: readonly NameRecord[];
  readonly presets?: readonly PresetRecord[];
  readonly recordings?: readonly (RecordingRecord & { readonly columns?: RecordingColumns | undefined })[];
}

/** Sends the same: 0.3 is 0.30. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  if (one === other) return true;
  const isSameText = one.prompt === other.prompt && one.model === other.model;
  return isSameText && parameterChanges(one, other).length === 0;
}
