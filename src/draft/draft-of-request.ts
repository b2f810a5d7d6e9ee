// The draft that sends a request again.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { numberFields, requestFields, switchFields, textFields } from '#api/schema/request-fields.ts';
import { emptyDraft, recordOf, type Draft } from './draft.ts';

/** Leaves out fields without a form control. */
export function draftOfRequest(request: CompletionRequest): Draft {
  const numbers: Draft['numbers'] = {};
  for (const name of numberFields) {
    const value = request[name];
    if (value !== undefined) numbers[name] = String(value);
  }
  return {
    ...emptyDraft,
    model: request.model,
    prompt: request.prompt,
    stop: request.stop ?? [],
    numbers,
    // Merging must remove it from the target.
    ...recordOf(switchFields, (name) =>
      request[name] === undefined ? undefined : request[name] === requestFields[name].on,
    ),
    stream: request.stream ?? false,
    ...recordOf(textFields, (name) => request[name] ?? ''),
    logit_bias: Object.entries(request.logit_bias ?? {}).map(([token, bias]) => ({
      token,
      bias: String(bias),
    })),
  };
}
