// What history keeps: states of the page, what their runs brought, names and presets; each record parsed on every read.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { Draft } from '#draft/draft.ts';
import { endWords, type EndState } from '#run/run.ts';

/** Ids are random, so that two tabs, or two browsers, never use the same one. */
const Id = z.uuid();

/** Milliseconds since 1970, wall clock. */
const Time = z.number();

const Count = z.nullable(z.number());

/** Why a state exists. `nodeId` is the state whose run it goes on from, `lane` the choice, `token` the first token that was replaced. */
export const Origin = z.object({
  /** As `DraftOrigin` has it, or `typed` or `again`; a word of a later build is kept. */
  how: z.string(),
  nodeId: z.optional(Id),
  lane: z.optional(z.int()),
  token: z.optional(z.int()),
});

/** Why a state exists. */
export type Origin = z.infer<typeof Origin>;

/** A state of the page. It never changes, but for an edit that is still being typed. */
export const NodeRecord = z.object({
  id: Id,
  /** Null where a session begins. */
  parentId: z.nullable(Id),
  at: Time,
  kind: z.enum(['root', 'edit', 'run', 'recording']),
  origin: Origin,
  draft: Draft,
});

/** A state of the page. */
export type NodeRecord = z.infer<typeof NodeRecord>;

/** What a run brought, short enough to be read for the whole list. `id` is its node's. */
export const RunRecord = z.object({
  id: Id,
  startedAt: z.iso.datetime(),
  connection: z.string(),
  model: z.string(),
  /** The prompt, where it is not the draft's: an opened recording. */
  prompt: z.nullable(z.string()),
  endState: z.custom<EndState>((value) => typeof value === 'string' && Object.hasOwn(endWords, value)),
  tokens: z.number(),
  usage: z.nullable(z.object({ prompt_tokens: Count, completion_tokens: Count })),
  endedMs: z.number(),
  seed: z.nullable(z.string()),
  /** The beginning of each choice's text, without the echoed prompt. */
  outputs: z.array(z.string()),
  /** Characters of the whole recording. */
  size: z.number(),
  /** Tokens of the answer before this run, where it goes on after a cut; absent where it begins by itself. */
  continuedAt: z.optional(z.number()),
});

/** What a run brought. */
export type RunRecord = z.infer<typeof RunRecord>;

/** The newest name of a state; empty text takes it away. */
export const NameRecord = z.object({ id: Id, text: z.string(), at: Time });

/** The newest name of a state. */
export type NameRecord = z.infer<typeof NameRecord>;

/** All parameters without prompt and model. */
const PresetValues = z.omit(Draft, { model: true, prompt: true });

/** Parameters under a name; one that was deleted is only marked, so that it can be taken back and other tabs hear of it. */
export const PresetRecord = z.object({
  id: Id,
  name: z.string(),
  at: Time,
  values: PresetValues,
  isDeleted: z.boolean(),
});

/** Parameters under a name. */
export type PresetRecord = z.infer<typeof PresetRecord>;

/** The text of a recording file, by its node. */
export const RecordingRecord = z.object({ id: Id, text: z.string() });

/** The text of a recording file, by its node. */
export type RecordingRecord = z.infer<typeof RecordingRecord>;

/** A state with what belongs to it. */
export interface HistoryNode extends NodeRecord {
  readonly run: RunRecord | null;
  readonly name: string;
}

/** Records that are added together. */
export interface Batch {
  readonly nodes?: readonly NodeRecord[];
  readonly runs?: readonly RunRecord[];
  readonly names?: readonly NameRecord[];
  readonly presets?: readonly PresetRecord[];
  readonly recordings?: readonly RecordingRecord[];
}

/** Equal for drafts that say the same, whatever the order in which they were filled; absent and undefined are one. */
function draftKey({ numbers, ...rest }: Draft): string {
  return JSON.stringify([sorted(rest), sorted(numbers)]);
}

/** Whether two drafts say the same. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  if (one === other) return true;
  // Most drafts differ here, and the keys of long ones take long.
  return one.prompt === other.prompt && one.model === other.model && draftKey(one) === draftKey(other);
}

function sorted(fields: object): unknown {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}
