// Parameter diff of two drafts.
import {
  fieldNames,
  isNumberField,
  isSwitchField,
  isTextField,
  requestFields,
  type RequestField,
} from '#api/schema/request-fields.ts';
import { trueMinus } from '#lib/format.ts';
import { parseNumber } from '#ui/number-text.ts';
import { toVisible } from '#ui/visible-text.ts';
import type { Draft } from './draft.ts';

/** Null: not sent. */
interface ParameterChange {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** In form order. */
export function parameterChanges(
  before: Omit<Draft, 'prompt' | 'model'>,
  after: typeof before,
): ParameterChange[] {
  const old = describeParameters(before);
  return [...describeParameters(after)].flatMap(([name, value]) => {
    const was = old.get(name) ?? null;
    return was === value ? [] : [{ name, before: was, after: value }];
  });
}

/** `temperature 0.7`; `stream` only if it is off. */
export function sentParameters(
  draft: Omit<Draft, 'prompt' | 'model'>,
  isListed: (name: RequestField) => boolean = () => true,
): string[] {
  return [...describeParameters(draft)].flatMap(([name, value]) =>
    value === null || (name === 'stream' && value === 'true') || !isListed(name) ? [] : [`${name} ${value}`],
  );
}

/** In form order; null: not sent. */
export function describeParameters(
  draft: Omit<Draft, 'prompt' | 'model'>,
): ReadonlyMap<RequestField, string | null> {
  return new Map(fieldNames.map((name) => [name, describeField(draft, name)]));
}

function describeField(draft: Omit<Draft, 'prompt' | 'model'>, name: RequestField): string | null {
  if (isNumberField(name)) {
    const text = draft.numbers[name]?.trim() ?? '';
    return text === '' ? null : trueMinus(String(parseNumber(text) ?? text));
  }
  if (isTextField(name)) return draft[name].trim() === '' ? null : toVisible(draft[name]);
  if (isSwitchField(name)) {
    const { on, off } = requestFields[name];
    return draft[name] === undefined ? null : String(draft[name] ? on : off);
  }
  if (name === 'stream') return String(draft.stream);
  if (name === 'stop') return draft.stop.map((each) => `“${toVisible(each)}”`).join(', ') || null;
  return (
    draft.logit_bias
      .filter(({ token, bias }) => token.trim() !== '' || bias.trim() !== '')
      .map(({ token, bias }) => `${token}: ${trueMinus(bias)}`)
      .join(', ') || null
  );
}
