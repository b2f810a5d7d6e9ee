// A column of a comparison: a model, and what it changes of the draft's parameters.
import '#api/schema/jitless.ts';
import * as z from 'zod/mini';
import type { Draft } from '#pages/playground/draft.ts';
import { numberParameters } from '#pages/playground/parameters.ts';
import { randomId } from '#pages/playground/tree/random-id.ts';
import { toVisible } from '#ui/escapes.ts';

/** Changes of parameters. What is absent is "not changed"; an empty number and null are "not sent", whatever the draft sends. */
const Changes = z.object({
  numbers: z.partialRecord(z.enum(numberParameters), z.string()),
  stop: z.optional(z.array(z.string())),
  logprobs: z.optional(z.nullable(z.boolean())),
  echo: z.optional(z.nullable(z.boolean())),
  stream: z.optional(z.boolean()),
  safety_model: z.optional(z.string()),
  logit_bias: z.optional(z.array(z.object({ token: z.string(), bias: z.string() }))),
});

/** A column of a comparison. */
export const Column = z.object({
  id: z.string(),
  /** Empty: the draft's model. */
  model: z.string(),
  changes: Changes,
});

/** What a column changes. */
export type Changes = z.infer<typeof Changes>;

/** A column of a comparison. */
export type Column = z.infer<typeof Column>;

/** As many stand side by side at most. */
export const columnLimit = 12;

/** A column that changes nothing. */
export function newColumn(model: string): Column {
  return { id: randomId(), model, changes: { numbers: {} } };
}

/**
 * The draft that a column sends.
 * @param model the draft's model, or the one that stands for it where none is chosen
 */
export function applyColumn(draft: Draft, model: string, { model: own, changes }: Column): Draft {
  const texts = Object.entries({ ...draft.numbers, ...changes.numbers });
  return {
    ...draft,
    model: own || model,
    numbers: Object.fromEntries(texts.filter(([, text]) => text.trim() !== '')),
    stop: changes.stop ?? draft.stop,
    logprobs: (changes.logprobs === undefined ? draft.logprobs : changes.logprobs) ?? undefined,
    echo: (changes.echo === undefined ? draft.echo : changes.echo) ?? undefined,
    stream: changes.stream ?? draft.stream,
    safety_model: changes.safety_model ?? draft.safety_model,
    logit_bias: changes.logit_bias ?? draft.logit_bias,
  };
}

/** The wire names of the fields that a column changes. */
export function changedFields({ changes }: Column): ReadonlySet<string> {
  const { numbers, ...others } = changes;
  const set = Object.entries(others).filter(([, value]) => value !== undefined);
  return new Set([...Object.keys(numbers), ...set.map(([name]) => name)]);
}

/** A parameter that differs, and what is sent here. */
export interface Difference {
  readonly field: string;
  readonly value: string;
}

/** The parameters, model and prompt left out, in which a draft differs from the first one. */
export function differences(first: Draft, other: Draft): readonly Difference[] {
  const one = sentWords(first);
  const two = sentWords(other);
  return [...new Set([...one.keys(), ...two.keys()])]
    .filter((field) => one.get(field) !== two.get(field))
    .map((field) => ({ field, value: two.get(field) ?? 'not sent' }));
}

/** Whether two drafts send the same. */
export function isSameRequest(one: Draft, other: Draft): boolean {
  return one.model === other.model && one.prompt === other.prompt && differences(one, other).length === 0;
}

/** What a draft sends besides model and prompt, each in short words. */
export function sentWords(draft: Draft): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const [name, text] of Object.entries(draft.numbers))
    if (text.trim() !== '') words.set(name, text.trim());
  if (draft.stop.length > 0) words.set('stop', draft.stop.map(toVisible).join(' '));
  if (draft.logprobs !== undefined) words.set('logprobs', draft.logprobs ? '1' : '0');
  if (draft.echo !== undefined) words.set('echo', String(draft.echo));
  words.set('stream', String(draft.stream));
  if (draft.safety_model.trim() !== '') words.set('safety_model', draft.safety_model.trim());
  const biases = draft.logit_bias.filter(({ token, bias }) => token.trim() !== '' || bias.trim() !== '');
  if (biases.length > 0)
    words.set('logit_bias', biases.map(({ token, bias }) => `${token}: ${bias}`).join(', '));
  return words;
}
