// Draft request: fields as text, validated on Run.
import * as z from 'zod/mini';
import { readCompletionRequest, type CompletionRequest } from '#api/schema/completion-request.ts';
import {
  fieldNames,
  numberFields,
  requestFields,
  switchFields,
  textFields,
  type TextField,
} from '#api/schema/request-fields.ts';
import { trueMinus } from '#lib/format.ts';
import { numberError, parseNumber } from '#ui/number-text.ts';

/** Numbers stay text: invalid input is never lost. */
export const Draft = z.object({
  model: z.string(),
  prompt: z.string(),
  stop: z.array(z.string()),
  numbers: z.partialRecord(z.enum(numberFields), z.string()),
  /** Absent is not sent. */
  ...recordOf(switchFields, () => z.optional(z.boolean())),
  stream: z._default(z.boolean(), true),
  /** Empty is not sent. */
  ...recordOf(textFields, () => z._default(z.string(), '')),
  /** As typed. A line empty on both sides is ignored. */
  logit_bias: z._default(z.array(z.object({ token: z.string(), bias: z.string() })), []),
});

export type Draft = z.infer<typeof Draft>;

export const emptyDraft: Draft = {
  model: '',
  prompt: '',
  stop: [],
  numbers: {},
  stream: true,
  ...recordOf(textFields, () => ''),
  logit_bias: [],
};

/** `field` is the wire name. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

export type DraftReading =
  | { readonly ok: true; readonly request: CompletionRequest }
  /** `body`: the fields that are right. */
  | {
      readonly ok: false;
      readonly errors: readonly FieldError[];
      readonly body: Readonly<Record<string, unknown>>;
    };

/** Leaves out untouched fields. */
export function readDraft(draft: Draft): DraftReading {
  const errors: FieldError[] = [];
  const model = draft.model.trim();
  // Any name lets the other fields be read.
  const body: Record<string, unknown> = { model: model || 'none', prompt: draft.prompt };
  if (model === '') errors.push({ field: 'model', message: 'Choose a model.' });
  if (draft.stop.length > 0) body['stop'] = draft.stop;
  for (const [name, text] of Object.entries(draft.numbers)) {
    const value = parseNumber(text);
    if (value === undefined) errors.push({ field: name, message: numberError(text, {}) ?? '' });
    else if (value !== null) body[name] = value;
  }
  for (const name of switchFields) {
    if (draft[name] !== undefined)
      body[name] = draft[name] ? requestFields[name].on : requestFields[name].off;
  }
  for (const name of textFields) {
    const text = textOf(draft, name);
    if (text !== '') body[name] = text;
  }
  const bias = readBias(draft.logit_bias);
  if (typeof bias === 'string') errors.push({ field: 'logit_bias', message: bias });
  else if (bias.size > 0) body['logit_bias'] = Object.fromEntries(bias);
  body['stream'] = draft.stream;
  let reading = readCompletionRequest(body);
  // A reading names one field: the next one is found without it.
  while (!reading.ok) {
    const field = reading.param ?? 'prompt';
    errors.push({ field, message: trueMinus(reading.message) });
    if ((body[field] ?? null) === null) break;
    body[field] = null;
    reading = readCompletionRequest(body);
  }
  if (reading.ok && errors.length === 0) return { ok: true, request: reading.request };
  return { ok: false, errors: errors.toSorted((one, other) => place(one) - place(other)), body };
}

const inForm: readonly string[] = ['model', 'prompt', ...fieldNames];

function place({ field }: FieldError): number {
  return inForm.indexOf(field);
}

/** Or a sentence about the first invalid line. */
function readBias(lines: Draft['logit_bias']): ReadonlyMap<string, number> | string {
  const biases = new Map<string, number>();
  for (const { token, bias } of lines) {
    const id = token.trim();
    const value = parseNumber(bias);
    if (id === '' && value === null) continue;
    if (!/^\d+$/.test(id)) return `“${token}” is not a token id: ids are whole numbers.`;
    if (value === undefined || value === null) return `The bias of token ${id} is not a number.`;
    if (biases.has(id)) return `Token ${id} is there twice.`;
    biases.set(id, value);
  }
  return biases;
}

/** Validation overrides the service's refusal. */
export function errorsOf(reading: DraftReading, refused: FieldError | null): ReadonlyMap<string, string> {
  const found = reading.ok ? [] : reading.errors;
  return new Map([...(refused ? [refused] : []), ...found].map(({ field, message }) => [field, message]));
}

function textOf(draft: Draft, name: TextField): string {
  return requestFields[name].modelType === undefined ? draft[name] : draft[name].trim();
}

export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value>;
export function recordOf(
  names: readonly string[],
  valueOf: (name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]));
}
