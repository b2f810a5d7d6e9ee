// History records: states, runs, names, notes, presets, recordings.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { Draft } from '#draft/draft.ts';
import { endWords, type EndState } from '#run/run.ts';

/** Random, so that tabs and browsers never collide. */
const Id = z.uuid();

/** Unix milliseconds. */
const Time = z.number();

const Count = z.nullable(z.number());

/**
 * Why a state exists. `nodeId`: the state whose run it continues, `lane`: its choice, `token`: the first replaced
 * token.
 */
export const Origin = z.object({
  /** A `DraftOrigin`, `typed` or `again`; unknown values of later builds are kept. */
  how: z.string(),
  nodeId: z.optional(Id),
  lane: z.optional(z.int()),
  token: z.optional(z.int()),
});

export type Origin = z.infer<typeof Origin>;

/** Immutable, except an edit that is still being typed. */
export const NodeRecord = z.object({
  id: Id,
  /** Null for the root of a session. */
  parentId: z.nullable(Id),
  at: Time,
  kind: z.enum(['root', 'edit', 'run', 'recording']),
  origin: Origin,
  draft: Draft,
});

export type NodeRecord = z.infer<typeof NodeRecord>;

/** Summary of a run for the list; `id` is its node's. */
export const RunRecord = z.object({
  id: Id,
  startedAt: z.iso.datetime(),
  connection: z.string(),
  model: z.string(),
  /** The prompt if it is not the draft's, as in an opened recording. */
  prompt: z.nullable(z.string()),
  endState: z.custom<EndState>((value) => typeof value === 'string' && Object.hasOwn(endWords, value)),
  tokens: z.number(),
  usage: z.nullable(z.object({ prompt_tokens: Count, completion_tokens: Count })),
  endedMs: z.number(),
  seed: z.nullable(z.string()),
  /** The beginning of each choice's text, without the echoed prompt. */
  outputs: z.array(z.string()),
  /** Characters of the recording. */
  size: z.number(),
  /** Tokens of the answer that this run continues; absent for a run of its own. */
  continuedAt: z.optional(z.number()),
});

export type RunRecord = z.infer<typeof RunRecord>;

const Rating = z.enum(['up', 'down']);

export type Rating = z.infer<typeof Rating>;

/** What the user wrote about a state: its name, a note, a rating of its answer. Empty text removes the name. */
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

/** A deleted preset is only marked, so that it can be restored and other tabs learn of it. */
export const PresetRecord = z.object({
  id: Id,
  name: z.string(),
  at: Time,
  values: PresetValues,
  /** Absent: applying the preset leaves the prompt as it is; the same for the model. */
  prompt: z.optional(z.string()),
  model: z.optional(z.string()),
  isDeleted: z.boolean(),
});

export type PresetRecord = z.infer<typeof PresetRecord>;

/** The recording file of a node. */
export const RecordingRecord = z.object({ id: Id, text: z.string() });

export type RecordingRecord = z.infer<typeof RecordingRecord>;

/** A state with its run and name. */
export interface HistoryNode extends NodeRecord {
  readonly run: RunRecord | null;
  readonly name: string;
  readonly note: string;
  readonly rating: Rating | null;
}

export interface Batch {
  readonly nodes?: readonly NodeRecord[];
  readonly runs?: readonly RunRecord[];
  readonly names?: readonly NameRecord[];
  readonly presets?: readonly PresetRecord[];
  readonly recordings?: readonly RecordingRecord[];
}

/** Without the texts, which are compared first. Independent of key order; absent and undefined are the same. */
function draftKey({ numbers, prompt: _prompt, model: _model, ...rest }: Draft): string {
  return JSON.stringify([sorted(rest), sorted(numbers)]);
}

export function isSameDraft(one: Draft, other: Draft): boolean {
  if (one === other) return true;
  return one.prompt === other.prompt && one.model === other.model && draftKey(one) === draftKey(other);
}

function sorted(fields: object): unknown {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}
