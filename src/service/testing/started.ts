// Service on a real engine, in process, with answer parsers.
import { CompletionChunk, CompletionResponse } from '#api/schema/completion-response.ts';
import { ErrorData } from '#api/schema/error-data.ts';
import { startEngine, type Engine } from '#service/engine/engine.ts';
import type { Service } from '#service/http/gate.ts';
import { createService, type ServiceParts } from '#service/service.ts';

export const origin = 'http://127.0.0.1:4173';

export const TOKEN = 'the-token-of-this-test';

export interface Started {
  readonly engine: Engine;
  readonly service: Service;
  readonly model: string;
  /** Adds no credentials. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** POST /completions with the token; `model` and a prompt are filled in unless the body has them. */
  complete(body: object): Promise<Response>;
}

/** Stop it with `engine.close()`. Streams run at full speed. */
export async function startTestService(parts: Partial<ServiceParts> = {}): Promise<Started> {
  const engine = await startEngine();
  const service = createService({
    engine,
    token: TOKEN,
    ownOrigins: [origin],
    pageAccess: 'same-origin',
    pace: null,
    ...parts,
  });
  const model = engine.models()[0]?.id ?? 'none';
  const fetch = (path: string, init?: RequestInit) => service.fetch(new Request(`${origin}${path}`, init));
  return {
    engine,
    service,
    model,
    fetch,
    complete: (body) =>
      fetch('/v1/completions', {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, prompt: 'Once upon a time', ...body }),
      }),
  };
}

/** Throws unless it matches the API schema. */
export async function answerOf(response: Response): Promise<CompletionResponse> {
  return CompletionResponse.parse(await response.json());
}

/** Throws unless it matches the API schema. */
export async function errorOf(response: Response): Promise<ErrorData['error']> {
  return ErrorData.parse(await response.json()).error;
}

/** Throws unless each chunk matches the API schema and `[DONE]` ends the stream. */
export async function chunksOf(response: Response): Promise<readonly CompletionChunk[]> {
  const events = (await response.text()).split('\n\n');
  const [end, rest] = events.slice(-2);
  if (end !== 'data: [DONE]' || rest !== '') throw new Error('The stream does not end with [DONE].');
  return events.slice(0, -2).map((event) => CompletionChunk.parse(JSON.parse(event.replace(/^data: /u, ''))));
}

export function textOf(chunks: readonly CompletionChunk[], index: number): string {
  const choices = chunks.flatMap((chunk) => chunk.choices);
  return choices
    .filter((choice) => choice.index === index)
    .map(({ text }) => text ?? '')
    .join('');
}
