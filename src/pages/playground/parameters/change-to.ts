// What the next request changes, compared with a run.
import { isRecord } from '#api/errors.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { Model } from '#api/schema/model.ts';
import { resumptionOf } from '#run/resumed-runs.ts';
import type { Run } from '#run/run.ts';

/**
 * The prompt aside. A default of the model is the same whether it is sent or not; a
 * resumed run was sent what was left of max_tokens.
 */
export function changeTo(
  next: CompletionRequest,
  { id, request }: Run,
  models: readonly Model[],
): 'model' | 'settings' | null {
  if (request.model !== next.model) return 'model';
  const defaults = defaultsOf(models.find((model) => model.id === next.model));
  const before = { ...request };
  // Regenerated, it was sent all of them.
  if (before.max_tokens !== undefined && before.max_tokens !== next.max_tokens)
    before.max_tokens += resumptionOf(id)?.atToken ?? 0;
  const [was, is] = [before, next].map((sent) => JSON.stringify({ ...defaults, ...sent, prompt: '' }));
  return was === is ? null : 'settings';
}

/** From the model record's open field `defaults`. */
export function defaultsOf(model: Model | undefined): Readonly<Record<string, unknown>> {
  const defaults = model?.['defaults'];
  return isRecord(defaults) ? defaults : {};
}
