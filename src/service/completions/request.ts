// What a completion must fulfil before the engine is asked: the schema's limits, known models, a harmless prompt.
import { type CompletionRequest, readCompletionRequest } from '#api/schema/completion-request.ts';
import { findSampleModel } from '#service/catalogue/sample-models.ts';
import { Refusal } from '#service/refusal.ts';
import { GUARD_MODEL } from './guard-model.ts';
import type { WordSearch } from './guard-words.ts';

/** Throws 400 with `param` for a body that does not hold; the limits are those of `#api/schema`. */
export function requireCompletionRequest(body: unknown): CompletionRequest {
  const read = readCompletionRequest(body);
  if (!read.ok) {
    const param = read.param === null ? {} : { param: read.param };
    throw new Refusal(400, read.message, { code: 'invalid_value', ...param });
  }
  const stray = Object.keys(read.request.logit_bias ?? {}).find((key) => !TOKEN_ID.test(key));
  if (stray !== undefined) {
    throw new Refusal(400, 'logit_bias must have token identifiers as keys, such as "42".', {
      code: 'invalid_token_id',
      param: 'logit_bias',
    });
  }
  return read.request;
}

/** Throws where `model` or `safety_model` names what cannot do that work here; `languageModels` are the engine's ids. */
export function requireModels(request: CompletionRequest, languageModels: readonly string[]): void {
  if (request.model === GUARD_MODEL.id) {
    throw new Refusal(
      400,
      `${GUARD_MODEL.id} is a moderation model: it checks completions and writes none.`,
      {
        code: 'model_not_supported',
        param: 'model',
      },
    );
  }
  if (!languageModels.includes(request.model)) throw unavailable('model', request.model);
  if (request.safety_model !== undefined && request.safety_model !== GUARD_MODEL.id) {
    throw unavailable('safety_model', request.safety_model);
  }
}

/** Throws 400 for a prompt with a word that the safety model blocks. */
export function requireHarmlessPrompt(prompt: string, words: WordSearch): void {
  if (words.find(prompt) < 0) return;
  throw new Refusal(400, `The prompt has a word that ${GUARD_MODEL.id} blocks.`, {
    code: 'content_blocked',
    param: 'prompt',
  });
}

const TOKEN_ID = /^(?:0|[1-9]\d{0,15})$/u;

function unavailable(param: 'model' | 'safety_model', id: string): Refusal {
  const name = id.length > 100 ? `${id.slice(0, 100)}…` : id;
  const sentence =
    findSampleModel(id) === null
      ? `The model ${name} is not available here. GET /models lists those that are.`
      : `${name} is an entry of the sample catalogue and does not run here. GET /models lists first those that do.`;
  return new Refusal(404, sentence, { code: 'model_not_available', param });
}
