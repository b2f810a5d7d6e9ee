// The numbers of CompletionRequest as the panel offers them, in its order. Descriptions are the interface's.
import { completionLimits, type NumberLimit } from '#api/schema/completion-limits.ts';

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
  readonly help: string;
  /** What is counted; absent for a bare number. */
  readonly unit?: string;
  readonly step: number;
  /** Range of the slider, and where its thumb rests while nothing is sent; absent where a slider would not help. */
  readonly slider?: { readonly min: number; readonly max: number; readonly rest: number };
}

/** Controls by field. */
export const numberControls: Readonly<Record<NumberParameter, NumberControl>> = {
  max_tokens: {
    help: 'Maximum number of tokens to generate.',
    unit: 'tokens',
    step: 1,
    slider: { min: 1, max: 2048, rest: 1 },
  },
  temperature: {
    help: 'Degree of randomness. At 0 the likeliest token is taken every time.',
    step: 0.05,
    slider: { min: 0, max: 1, rest: 1 },
  },
  top_p: {
    help: 'Nucleus threshold: tokens below the cumulative probability are filtered out.',
    step: 0.01,
    slider: { min: 0, max: 1, rest: 1 },
  },
  top_k: {
    help: 'Maximum number of candidate tokens considered at each step; 0 or −1 is no limit.',
    unit: 'tokens',
    step: 1,
    slider: { min: 0, max: 100, rest: 0 },
  },
  min_p: {
    help: 'Drops tokens less probable than this share of the likeliest one; an alternative to top_p and top_k.',
    step: 0.01,
    slider: { min: 0, max: 1, rest: 0 },
  },
  seed: { help: 'The same seed in the same request gives the same text again.', step: 1 },
  repetition_penalty: {
    help: 'Higher values reduce repetition; 1 changes nothing.',
    step: 0.05,
    slider: { min: 0.5, max: 2, rest: 1 },
  },
  presence_penalty: {
    help: 'Positive values make new topics likelier.',
    step: 0.1,
    slider: { min: -2, max: 2, rest: 0 },
  },
  frequency_penalty: {
    help: 'Positive values make tokens that were already used less likely.',
    step: 0.1,
    slider: { min: -2, max: 2, rest: 0 },
  },
  n: {
    help: 'Number of completions of the prompt, side by side.',
    unit: 'choices',
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

/** Help, unit and limits in one line: `Nucleus threshold … From 0 to 1, in steps of 0.01.` */
export function describeControl(name: NumberParameter): string {
  const { help, unit, step } = numberControls[name];
  const { min, above, max }: NumberLimit = completionLimits[name];
  const from =
    above === undefined
      ? min === undefined
        ? ''
        : ` From ${min.toLocaleString('en-US')}`
      : ` Above ${above}`;
  const to = max === undefined ? '' : ` to ${max.toLocaleString('en-US')}`;
  return `${help}${from}${to}${unit === undefined ? '' : ` ${unit}`}, in steps of ${step}.`;
}
