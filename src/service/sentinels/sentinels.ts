// Model names that make a failure, for development: everything that can go wrong can be seen by hand.
import { fanOut } from '#service/fan-out.ts';
import { readJsonText } from '#service/gate/body.ts';
import type { Operation } from '#service/routes/operation.ts';
import { FAULTS } from './faults.ts';
import { REFUSALS } from './refusals.ts';
import { answerNothing, REPLACEMENTS } from './replacements.ts';
import { spoil } from './spoiling.ts';

/** Every sentinel's name begins with this. */
export const SENTINEL_PREFIX = 'inferdeck/sentinel-';

/** What sentinels need. */
export interface SentinelParts {
  /** The model whose text comes before the fault. */
  readonly model: () => string;
  /** Milliseconds between two events of the slow one. */
  readonly slowMs: number;
  /** Ends what is still open when the service stops. */
  readonly cut: AbortSignal;
}

/**
 * The completion operation with sentinels before it. A request for one of their names fails as that name says, after
 * real text where text comes first; every other request is answered as ever.
 */
export function withSentinels(completion: Operation, parts: SentinelParts): Operation {
  const { model, slowMs } = parts;
  const hearCut = fanOut(parts.cut);
  return {
    method: completion.method,
    path: completion.path,
    query: completion.query,
    async answer({ request, ids }) {
      const { text, value } = await readJsonText(request);
      const answerReally = (body: string) => completion.answer({ request: again(request, body), ids });
      const name = sentinelOf(value);
      if (name === null || typeof value !== 'object') return answerReally(text);
      const refusal = REFUSALS.get(name);
      if (refusal !== undefined) throw refusal();
      if (name === 'silent') return answerNothing(request.signal, hearCut);
      const replacement = REPLACEMENTS.get(name);
      if (replacement !== undefined) return replacement();
      const fault = FAULTS.get(name);
      if (fault === undefined) return answerReally(text);
      const answer = await answerReally(JSON.stringify({ ...value, model: model() }));
      return spoil(answer, fault, { slowMs, hearCut });
    },
  };
}

/** What stands behind the prefix in the body's `model`; null where that is no sentinel's name. */
function sentinelOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('model' in body)) return null;
  const { model } = body;
  return typeof model === 'string' && model.startsWith(SENTINEL_PREFIX)
    ? model.slice(SENTINEL_PREFIX.length)
    : null;
}

/** The same request with a body that can be read once more. */
function again({ url, signal }: Request, body: string): Request {
  return new Request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal });
}
