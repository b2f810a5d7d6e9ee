// What a person has typed so far: kept as text until Run, so that wrong input is shown and never lost.
import * as z from 'zod/mini';
import { readCompletionRequest, type CompletionRequest } from '#api/schema/completion-request.ts';
import { parseNumber } from '#ui/number-text.ts';
import { numberParameters } from './parameters.ts';

/** The form of the playground. A number that is absent, or empty, is not sent. */
export const Draft = z.object({
  model: z.string(),
  prompt: z.string(),
  stop: z.array(z.string()),
  numbers: z.partialRecord(z.enum(numberParameters), z.string()),
});

/** The form of the playground. */
export type Draft = z.infer<typeof Draft>;

/** A form nobody has touched. */
export const emptyDraft: Draft = { model: '', prompt: '', stop: [], numbers: {} };

/** What keeps a draft from being sent: the field, by its wire name, and a sentence. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** A request that can be sent, or every field that prevents it. */
export type DraftReading =
  | { readonly ok: true; readonly request: CompletionRequest }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** Reads the form as a streaming request; a field that was not touched is absent from it. */
export function readDraft(draft: Draft): DraftReading {
  const errors: FieldError[] = [];
  const body: Record<string, unknown> = { model: draft.model.trim(), prompt: draft.prompt };
  if (body['model'] === '')
    errors.push({ field: 'model', message: 'Choose a model, or type the name of one.' });
  if (draft.stop.length > 0) body['stop'] = draft.stop;
  for (const [name, text] of Object.entries(draft.numbers)) {
    const value = parseNumber(text);
    if (value === undefined) errors.push({ field: name, message: `“${text}” is not a number.` });
    else if (value !== null) body[name] = value;
  }
  const reading = readCompletionRequest({ ...body, stream: true });
  if (!reading.ok && !errors.some((error) => error.field === reading.param)) {
    errors.push({ field: reading.param ?? 'prompt', message: reading.message });
  }
  if (reading.ok && errors.length === 0) return { ok: true, request: reading.request };
  return { ok: false, errors };
}

/** Messages by field: what keeps the draft from being sent, and what the service refused. */
export function errorsOf(reading: DraftReading, refused: FieldError | null): ReadonlyMap<string, string> {
  const found = reading.ok ? [] : reading.errors;
  return new Map([...(refused ? [refused] : []), ...found].map(({ field, message }) => [field, message]));
}
