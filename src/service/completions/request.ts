// Completion request checks and defaults: schema, models, prompt safety.
import { type CompletionRequest, readCompletionRequest } from '#api/schema/completion-request.ts';
import { shorten } from '#lib/unicode.ts';
import { defaultTemperature, guardModel } from '#service/catalogue/models.ts';
import { findSampleModel } from '#service/catalogue/sample-models.ts';
import type { EngineRequest } from '#service/engine/engine.ts';
import { plainSampling } from '#service/engine/sampler.ts';
import { HttpError } from '#service/http/http-error.ts';
import type { WordSearch } from './safety-model.ts';

/** Throws 400 with `param`. */
export function requireCompletionRequest(body: unknown): CompletionRequest {
  const read = readCompletionRequest(body);
  if (!read.ok) {
    const param = read.param === null ? {} : { param: read.param };
    throw new HttpError(400, read.message, { code: 'invalid_value', ...param });
  }
  const invalidKey = Object.keys(read.request.logit_bias ?? {}).find((key) => !tokenId.test(key));
  if (invalidKey !== undefined) {
    throw new HttpError(400, 'logit_bias must have token identifiers as keys, such as "42".', {
      code: 'invalid_token_id',
      param: 'logit_bias',
    });
  }
  return read.request;
}

/** Throws 400 or 404; `languageModels` are ids. */
export function requireModels(request: CompletionRequest, languageModels: readonly string[]): void {
  if (request.model === guardModel.id) {
    throw new HttpError(
      400,
      `${guardModel.id} is a moderation model: it checks completions and writes none.`,
      {
        code: 'model_not_supported',
        param: 'model',
      },
    );
  }
  if (!languageModels.includes(request.model)) throw unavailable('model', request.model);
  if (request.suffix !== undefined && request.suffix !== '') {
    throw new HttpError(400, `${request.model} continues a prompt and cannot fill in text before a suffix.`, {
      code: 'invalid_value',
      param: 'suffix',
    });
  }
  if (request.safety_model !== undefined && request.safety_model !== guardModel.id) {
    throw unavailable('safety_model', request.safety_model);
  }
}

/** Throws 400. */
export function requireHarmlessPrompt(prompt: string, words: WordSearch): void {
  if (words.find(prompt) < 0) return;
  throw new HttpError(400, `The prompt contains a word that ${guardModel.id} blocks.`, {
    code: 'content_blocked',
    param: 'prompt',
  });
}

const tokenId = /^(?:0|[1-9]\d{0,15})$/u;

function unavailable(param: 'model' | 'safety_model', id: string): HttpError {
  const name = shorten(id, 100);
  const sentence =
    findSampleModel(id) === null
      ? `The model ${name} is not available here. GET /models lists those that are.`
      : `${name} is an entry of the sample catalogue and does not run here. GET /models lists first those that do.`;
  return new HttpError(404, sentence, { code: 'model_not_available', param });
}

/** The API documents none. */
const defaults = { ...plainSampling, temperature: defaultTemperature };

/** `seed` for requests without one; `pace` in tokens per second and choice. */
export function toEngineRequest(
  wire: CompletionRequest,
  { seed, pace }: { seed: number; pace: number | null },
): EngineRequest {
  return {
    model: wire.model,
    prompt: wire.prompt,
    maxTokens: wire.max_tokens ?? null,
    stop: wire.stop ?? [],
    temperature: wire.temperature ?? defaults.temperature,
    topP: wire.top_p ?? defaults.topP,
    // -1 turns top_k off, too.
    topK: Math.max(0, wire.top_k ?? defaults.topK),
    minP: wire.min_p ?? defaults.minP,
    repetitionPenalty: wire.repetition_penalty ?? defaults.repetitionPenalty,
    presencePenalty: wire.presence_penalty ?? defaults.presencePenalty,
    frequencyPenalty: wire.frequency_penalty ?? defaults.frequencyPenalty,
    logitBias: biasById(wire.logit_bias ?? {}),
    seed: wire.seed ?? seed,
    n: wire.n ?? 1,
    echo: wire.echo ?? false,
    pace: wire.stream === true ? pace : null,
  };
}

function biasById(bias: Readonly<Record<string, number>>): ReadonlyMap<number, number> {
  return new Map(Object.entries(bias).map(([id, value]) => [Number(id), value]));
}
