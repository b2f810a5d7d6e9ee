// An ended run for tests.
import type { ApiError } from '#api/errors.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { Piece } from '#api/read-view.ts';
import { Recording } from '#run/recording.ts';
import type { EndState, Run } from '#run/run.ts';

/** Pieces: `[index, text, finishReason?]`, one token each. */
export interface EndedRunParts {
  readonly request?: Partial<CompletionRequest>;
  readonly pieces?: readonly (readonly [index: number, text: string, finish?: string])[];
  readonly endState?: EndState;
  readonly error?: ApiError | null;
}

export function endedRun({ request, pieces = [], endState = 'truncated', error = null }: EndedRunParts): Run {
  const sent = { model: 'm', prompt: 'Once', stream: true, ...request };
  const recording = new Recording(sent);
  pieces.forEach(([index, text, finishReason = null], position) => {
    const token = { id: position, text, logprob: -1, special: false };
    const piece: Piece = { index, text, tokens: [token], finishReason };
    recording.append({ id: null, pieces: [piece], prompt: null, usage: null, seed: null }, position);
  });
  return {
    id: 1,
    request: sent,
    connectionId: 'c',
    serviceKey: () => 'service',
    baseUrl: '/v1',
    startedAt: new Date(0),
    startedMs: 0,
    replay: null,
    recording,
    state: { phase: 'ended', endState, error, endedMs: 1 },
  };
}
