// Sends a real answer through a fault, and lets go of the model when nobody reads on or the service stops.
import { setTimeout as sleep } from 'node:timers/promises';
import { closingRefusal } from '#service/refusal.ts';
import type { Fault } from './faults.ts';
import { piecesOf } from './pieces.ts';

/** What ends an answer from outside, and how slow a slow one is. */
export interface SpoilingParts {
  readonly cut: AbortSignal;
  readonly slowMs: number;
}

/** The answer as the fault leaves it; an answer that is an error already stays what it is. */
export function spoil(answer: Response, fault: Fault, { cut, slowMs }: SpoilingParts): Response {
  const { body, status, headers } = answer;
  if (body === null || status !== 200) return answer;
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
  const given = new AbortController();
  const giveUp = () => given.abort();
  const letGo = () => cut.removeEventListener('abort', giveUp);
  cut.addEventListener('abort', giveUp);
  if (cut.aborted) giveUp();
  const pieces = fault({
    pieces: piecesOf(body, isStream),
    isStream,
    slowMs,
    wait: (ms) => sleep(ms, undefined, { signal: given.signal, ref: false }),
  });
  const encoder = new TextEncoder();
  const spoilt = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const piece = await pieces.next();
        if (piece.done !== true) return controller.enqueue(encoder.encode(piece.value));
      } catch (error) {
        letGo();
        if (!cut.aborted || !isStream) throw error;
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(closingRefusal().body())}\n\n`));
      }
      letGo();
      controller.close();
    },
    async cancel() {
      letGo();
      giveUp();
      await pieces.return();
    },
  });
  return new Response(spoilt, { status, headers });
}
