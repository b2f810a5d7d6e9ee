// A request back as a draft: what a person would have typed to send it.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { emptyDraft, type Draft } from '#pages/playground/draft.ts';
import { numberParameters } from '#pages/playground/parameters.ts';

/** Reads as the same request again; fields that the form does not have are left out. */
export function draftOfRequest(request: CompletionRequest): Draft {
  const numbers: Draft['numbers'] = {};
  for (const name of numberParameters) {
    const value = request[name];
    if (value !== undefined) numbers[name] = String(value);
  }
  return {
    ...emptyDraft,
    model: request.model,
    prompt: request.prompt,
    stop: request.stop ?? [],
    numbers,
    // A field that is absent must also be absent from what it is merged into.
    logprobs: request.logprobs === undefined ? undefined : request.logprobs === 1,
    echo: request.echo,
    stream: request.stream ?? false,
    safety_model: request.safety_model ?? '',
    logit_bias: Object.entries(request.logit_bias ?? {}).map(([token, bias]) => ({
      token,
      bias: String(bias),
    })),
  };
}
