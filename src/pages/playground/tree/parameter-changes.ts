// Which parameters differ between two drafts, as a person reads them.
import type { Draft } from '#pages/playground/draft.ts';
import { numberParameters } from '#pages/playground/parameters.ts';
import { toVisible } from '#ui/escapes.ts';

/** A parameter by its wire name; null is "not sent". */
export interface ParameterChange {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Parameters without model and prompt that are not the same, in the order of the panel. */
export function parameterChanges(
  before: Omit<Draft, 'prompt' | 'model'>,
  after: typeof before,
): ParameterChange[] {
  const old = valuesOf(before);
  return [...valuesOf(after)].flatMap(([name, value]) => {
    const was = old.get(name) ?? null;
    return was === value ? [] : [{ name, before: was, after: value }];
  });
}

/** The parameters that are sent, as `temperature 0.7`. `stream` is said where it is off. */
export function sentParameters(draft: Omit<Draft, 'prompt' | 'model'>): string[] {
  return [...valuesOf(draft)].flatMap(([name, value]) =>
    value === null || (name === 'stream' && value === 'true') ? [] : [`${name} ${value}`],
  );
}

function valuesOf(draft: Omit<Draft, 'prompt' | 'model'>): Map<string, string | null> {
  const { stop, logit_bias: bias, safety_model: safety } = draft;
  const written = bias.filter(({ token, bias: value }) => token !== '' || value !== '');
  return new Map([
    ...numberParameters.map((name) => [name, draft.numbers[name] ?? null] as const),
    ['stop', stop.length === 0 ? null : stop.map((each) => `“${toVisible(each)}”`).join(', ')] as const,
    [
      'logit_bias',
      written.length === 0 ? null : written.map((line) => `${line.token}: ${line.bias}`).join(', '),
    ],
    ['logprobs', draft.logprobs === undefined ? null : draft.logprobs ? '1' : '0'],
    ['echo', draft.echo === undefined ? null : String(draft.echo)],
    ['stream', String(draft.stream)],
    ['safety_model', safety === '' ? null : safety],
  ]);
}
