// Request fields of a completion: table for schema, form and code.
import * as z from 'zod/mini';
import './jitless.ts';

/** `above` is exclusive. An absent bound is unlimited. */
export interface NumberLimit {
  readonly min?: number;
  readonly above?: number;
  readonly max?: number;
  readonly isInteger: boolean;
}

export const fieldGroups = ['Length and stop', 'Sampling', 'Penalties', 'Output'] as const;

interface FieldTraits {
  readonly group: (typeof fieldGroups)[number];
  readonly help: string;
  /** Official packages whose `completions.create` has a type for it. */
  readonly packages: readonly ('openai' | 'together')[];
}

interface NumberTraits extends FieldTraits {
  readonly step: number;
  /** `rest` is the thumb's position while nothing is sent. Absent where a slider does not help. */
  readonly slider?: { readonly min: number; readonly max: number; readonly rest: number };
  readonly isAxis: boolean;
}

interface TextTraits extends FieldTraits {
  /** Type of the models to suggest; absent for free text, whose blanks count. */
  readonly modelType?: 'moderation';
}

export const maxStopSequences = 64;

const both = ['openai', 'together'] as const;

/**
 * In the order of the form. The document gives limits for `n`, `logprobs`, `min_p` and the penalties. Ours:
 * `temperature` up to 2, as services do (0 is greedy); `top_k` 0 and -1 mean "no limit"; `seed` within exact
 * JSON integers.
 */
export const requestFields = {
  max_tokens: number(
    { min: 1, max: 2 ** 31 - 1, isInteger: true },
    {
      group: 'Length and stop',
      help: 'Maximum number of tokens to generate.',
      packages: both,
      step: 1,
      slider: { min: 1, max: 2048, rest: 256 },
      isAxis: true,
    },
  ),
  stop: {
    kind: 'texts',
    schema: z.optional(z.array(z.string().check(z.minLength(1))).check(z.maxLength(maxStopSequences))),
    rule: `a list of at most ${maxStopSequences} strings, none of them empty`,
    group: 'Length and stop',
    help: `Generation stops before any of these texts, at most ${maxStopSequences}. Type a line break as \\n, a tab as \\t.`,
    packages: both,
  },
  suffix: text({
    group: 'Length and stop',
    help: 'Text after the completion: the model fills in what lies between. Few models support it.',
    packages: ['openai'],
  }),
  temperature: number(
    { min: 0, max: 2, isInteger: false },
    {
      group: 'Sampling',
      help: 'Degree of randomness. At 0 the most likely token is always chosen.',
      packages: both,
      step: 0.05,
      slider: { min: 0, max: 2, rest: 1 },
      isAxis: true,
    },
  ),
  top_p: number(
    { min: 0, max: 1, isInteger: false },
    {
      group: 'Sampling',
      help: 'Nucleus sampling: only the likeliest tokens that together reach this probability.',
      packages: both,
      step: 0.01,
      slider: { min: 0, max: 1, rest: 1 },
      isAxis: true,
    },
  ),
  top_k: number(
    { min: -1, max: 2 ** 31 - 1, isInteger: true },
    {
      group: 'Sampling',
      help: 'Maximum number of candidate tokens considered at each step; 0 or −1 means no limit.',
      packages: ['together'],
      step: 1,
      slider: { min: 0, max: 100, rest: 0 },
      isAxis: true,
    },
  ),
  min_p: number(
    { min: 0, max: 1, isInteger: false },
    {
      group: 'Sampling',
      help: 'Drops tokens less probable than this fraction of the most likely one; an alternative to top_p and top_k.',
      packages: ['together'],
      step: 0.01,
      slider: { min: 0, max: 1, rest: 0 },
      isAxis: true,
    },
  ),
  seed: number(
    { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, isInteger: true },
    {
      group: 'Sampling',
      help: 'The same request with the same seed should give the same text; the determinism check tests it.',
      packages: both,
      step: 1,
      isAxis: true,
    },
  ),
  repetition_penalty: number(
    { above: 0, isInteger: false },
    {
      group: 'Penalties',
      help: 'Higher values reduce repetition; 1 changes nothing.',
      packages: ['together'],
      step: 0.05,
      slider: { min: 0.5, max: 2, rest: 1 },
      isAxis: true,
    },
  ),
  presence_penalty: number(
    { min: -2, max: 2, isInteger: false },
    {
      group: 'Penalties',
      help: 'Positive values make new topics more likely.',
      packages: both,
      step: 0.1,
      slider: { min: -2, max: 2, rest: 0 },
      isAxis: true,
    },
  ),
  frequency_penalty: number(
    { min: -2, max: 2, isInteger: false },
    {
      group: 'Penalties',
      help: 'Positive values make tokens that were already used less likely.',
      packages: both,
      step: 0.1,
      slider: { min: -2, max: 2, rest: 0 },
      isAxis: true,
    },
  ),
  logit_bias: {
    kind: 'bias',
    schema: z.optional(z.record(z.string().check(z.minLength(1)), z.number())),
    rule: 'an object from token identifiers to numbers',
    group: 'Penalties',
    help: 'Added to the logit of a token: −100 bans it, 100 forces it.',
    packages: both,
  },
  n: number(
    { min: 1, max: 128, isInteger: true },
    {
      group: 'Output',
      help: 'Number of completions to generate for the prompt.',
      packages: both,
      step: 1,
      slider: { min: 1, max: 128, rest: 1 },
      isAxis: false,
    },
  ),
  logprobs: {
    kind: 'switch',
    schema: limited({ min: 0, max: 1, isInteger: true }),
    rule: describeLimit({ min: 0, max: 1, isInteger: true }),
    off: 0,
    on: 1,
    group: 'Output',
    help: 'Whether to return the log-probabilities of the tokens.',
    packages: both,
  },
  echo: {
    kind: 'switch',
    schema: z.optional(z.boolean()),
    rule: 'true or false',
    off: false,
    on: true,
    group: 'Output',
    help: 'Whether to include the prompt in the answer; with logprobs, its log-probabilities too.',
    packages: both,
  },
  stream: {
    kind: 'stream',
    schema: z.optional(z.boolean()),
    rule: 'true or false',
    group: 'Output',
    help: 'true: tokens come as they are made. false: one answer at the end.',
    packages: both,
  },
  safety_model: text({
    group: 'Output',
    help: 'A moderation model that checks the tokens.',
    packages: ['together'],
    modelType: 'moderation',
  }),
} as const satisfies Record<
  string,
  FieldTraits & {
    readonly kind: 'number' | 'texts' | 'bias' | 'switch' | 'stream' | 'text';
    readonly schema: unknown;
    /** Completes the sentence "x must be …". */
    readonly rule: string;
    readonly off?: number | boolean;
    readonly on?: number | boolean;
  }
>;

export type RequestField = keyof typeof requestFields;

type FieldsOf<Kind> = {
  [Name in RequestField]: (typeof requestFields)[Name] extends { readonly kind: Kind } ? Name : never;
}[RequestField];

export type NumberField = FieldsOf<'number'>;

export type SwitchField = FieldsOf<'switch'>;

export type TextField = FieldsOf<'text'>;

export const fieldNames: readonly RequestField[] = Object.keys(requestFields).filter(
  (name): name is RequestField => name in requestFields,
);

export const isNumberField = (name: RequestField): name is NumberField =>
  requestFields[name].kind === 'number';
export const isSwitchField = (name: RequestField): name is SwitchField =>
  requestFields[name].kind === 'switch';
export const isTextField = (name: RequestField): name is TextField => requestFields[name].kind === 'text';

export const numberFields: readonly NumberField[] = fieldNames.filter(isNumberField);
export const switchFields: readonly SwitchField[] = fieldNames.filter(isSwitchField);
export const textFields: readonly TextField[] = fieldNames.filter(isTextField);

function number<const Limit extends NumberLimit>(limit: Limit, traits: NumberTraits) {
  return { kind: 'number', schema: limited(limit), rule: describeLimit(limit), limit, ...traits } as const;
}

function text(traits: TextTraits) {
  return { kind: 'text', schema: z.optional(z.string()), rule: 'a string', ...traits } as const;
}

function limited(limit: NumberLimit) {
  const value = limit.isInteger ? z.int() : z.number();
  const bounds = [
    ...(limit.min === undefined ? [] : [z.minimum(limit.min)]),
    ...(limit.above === undefined ? [] : [z.gt(limit.above)]),
    ...(limit.max === undefined ? [] : [z.maximum(limit.max)]),
  ];
  return z.optional(value.check(...bounds));
}

function describeLimit({ min, above, max, isInteger }: NumberLimit): string {
  const kind = isInteger ? 'a whole number' : 'a number';
  const from = min === undefined ? '' : ` from ${min}`;
  return `${kind}${above === undefined ? from : ` above ${above}`}${max === undefined ? '' : ` to ${max}`}`;
}

/** For a number input; arrow keys begin at `startValue`. */
export function inputLimits(name: NumberField) {
  const { step, slider } = requestFields[name];
  const { min, max }: NumberLimit = requestFields[name].limit;
  return { min, max, step, startValue: slider?.rest ?? 0 };
}
