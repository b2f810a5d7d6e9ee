// Completion requests, as one lazy chunk; JSON answers read like streams.
import { readWholeText, unreadable } from './body.ts';
import { errorFieldsOf, noErrorFields, ApiError } from './errors.ts';
import { errorInAnswer, type HttpAnswer } from './http.ts';
import { noViewCounts, readPayload, type ViewCounts, type CompletionView } from './read-view.ts';

export { streamCompletion } from './stream.ts';

export interface CompletionAnswer {
  readonly view: CompletionView;
  readonly raw: unknown;
  readonly text: string;
  readonly counts: Readonly<ViewCounts>;
  /** By `performance.now()`. */
  readonly receivedAt: number;
}

/** Reads the answer to a request of `n` completions and closes it. Throws ApiError. */
export async function readCompletion(
  answer: HttpAnswer,
  n: number,
  token: string | null,
): Promise<CompletionAnswer> {
  const text = await readWholeText(answer);
  const receivedAt = performance.now();
  const counts = noViewCounts();
  const payload = readPayload(text, n, counts);
  if (payload.kind === 'error') {
    const fields = errorFieldsOf(payload.raw) ?? noErrorFields;
    throw errorInAnswer(answer.response, fields, token);
  }
  if (payload.kind === 'bad-index') {
    throw new ApiError(
      'decode',
      `The answer has a choice whose index is not a whole number from 0 to ${n - 1}.`,
      {
        code: 'bad_index',
      },
    );
  }
  if (payload.kind === 'malformed' || counts.unrecognised > 0) throw unreadable(text);
  return { view: payload.view, raw: payload.raw, text, counts, receivedAt };
}
