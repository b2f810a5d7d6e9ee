// What each field of the request means, with its range, step and unit; loaded once a person is there. Words are the interface's.
import { completionLimits, maxStopSequences, type NumberLimit } from '#api/schema/completion-request.ts';
import { numberControls, numberParameters, type NumberParameter } from './parameters.ts';

const numberHelp: Readonly<Record<NumberParameter, string>> = {
  max_tokens: 'Maximum number of tokens to generate.',
  temperature: 'Degree of randomness. At 0 the likeliest token is taken every time.',
  top_p: 'Nucleus threshold: tokens below the cumulative probability are filtered out.',
  top_k: 'Maximum number of candidate tokens considered at each step; 0 or −1 is no limit.',
  min_p:
    'Drops tokens less probable than this share of the likeliest one; an alternative to top_p and top_k.',
  seed: 'The same seed in the same request gives the same text again.',
  repetition_penalty: 'Higher values reduce repetition; 1 changes nothing.',
  presence_penalty: 'Positive values make new topics likelier.',
  frequency_penalty: 'Positive values make tokens that were already used less likely.',
  n: 'Number of completions of the prompt, side by side.',
};

const units: Readonly<Partial<Record<NumberParameter, string>>> = {
  max_tokens: 'tokens',
  top_k: 'tokens',
  n: 'choices',
};

/** Sentences by wire name: `Nucleus threshold … From 0 to 1, in steps of 0.01.` */
export const fieldHelp: Readonly<Record<string, string>> = {
  ...Object.fromEntries(numberParameters.map((name) => [name, describe(name)])),
  stop: `The answer ends before any of these texts, ${maxStopSequences} at most. A line end is typed as \\n, a tab as \\t.`,
  logit_bias: 'Added to the logit of a token: −100 bans it, 100 forces it.',
  logprobs: 'Whether log-probabilities of the tokens are returned.',
  echo: 'Whether the answer holds the prompt; with logprobs, its log-probabilities too.',
  stream: 'true: tokens come as they are made. false: one answer at the end.',
  safety_model: 'A moderation model that checks the tokens.',
};

function describe(name: NumberParameter): string {
  const { min, above, max }: NumberLimit = completionLimits[name];
  const unit = units[name];
  const from =
    above === undefined
      ? min === undefined
        ? ''
        : ` From ${min.toLocaleString('en-US')}`
      : ` Above ${above}`;
  const to = max === undefined ? '' : ` to ${max.toLocaleString('en-US')}`;
  return `${numberHelp[name]}${from}${to}${unit === undefined ? '' : ` ${unit}`}, in steps of ${numberControls[name].step}.`;
}
