// The numbers of CompletionRequest as the panel offers them, in its order.
import { isRecord } from '#api/errors.ts';
import type { completionLimits } from '#api/schema/completion-request.ts';
import type { Model } from '#api/schema/model.ts';

/** Fields whose value is one number; each is absent from the body until it is touched. */
export const numberParameters = [
  'max_tokens',
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'seed',
  'repetition_penalty',
  'presence_penalty',
  'frequency_penalty',
  'n',
] as const satisfies (keyof typeof completionLimits)[];

/** A field whose value is one number. */
export type NumberParameter = (typeof numberParameters)[number];

/** How one number is entered; its limits are the interface's (`completionLimits`). */
export interface NumberControl {
  readonly step: number;
  /** Range of the slider, and where its thumb rests while nothing is sent; absent where a slider would not help. */
  readonly slider?: { readonly min: number; readonly max: number; readonly rest: number };
}

/** What a service takes for a field that is not sent, where its model's record says so in the open field `defaults`. */
export function unsentNumber(model: Model | undefined, name: NumberParameter): number | undefined {
  const defaults = model?.['defaults'];
  const value = isRecord(defaults) ? defaults[name] : undefined;
  return typeof value === 'number' ? value : undefined;
}

/** Controls by field. */
export const numberControls: Readonly<Record<NumberParameter, NumberControl>> = {
  max_tokens: {
    step: 1,
    slider: { min: 1, max: 2048, rest: 1 },
  },
  temperature: {
    step: 0.05,
    slider: { min: 0, max: 1, rest: 1 },
  },
  top_p: {
    step: 0.01,
    slider: { min: 0, max: 1, rest: 1 },
  },
  top_k: {
    step: 1,
    slider: { min: 0, max: 100, rest: 0 },
  },
  min_p: {
    step: 0.01,
    slider: { min: 0, max: 1, rest: 0 },
  },
  seed: { step: 1 },
  repetition_penalty: {
    step: 0.05,
    slider: { min: 0.5, max: 2, rest: 1 },
  },
  presence_penalty: {
    step: 0.1,
    slider: { min: -2, max: 2, rest: 0 },
  },
  frequency_penalty: {
    step: 0.1,
    slider: { min: -2, max: 2, rest: 0 },
  },
  n: {
    step: 1,
    slider: { min: 1, max: 128, rest: 1 },
  },
};

/** Groups of numbers; each shows further controls of its own under them. */
export const parameterGroups: readonly {
  readonly title: 'Length and stop' | 'Sampling' | 'Penalties' | 'Output';
  readonly numbers: readonly NumberParameter[];
}[] = [
  { title: 'Length and stop', numbers: ['max_tokens'] },
  { title: 'Sampling', numbers: ['temperature', 'top_p', 'top_k', 'min_p', 'seed'] },
  { title: 'Penalties', numbers: ['repetition_penalty', 'presence_penalty', 'frequency_penalty'] },
  { title: 'Output', numbers: ['n'] },
];
