// Sends a real answer through a fault, and lets go of the model when nobody reads on or the service stops.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hear } from '#service/fan-out.ts';
import { closingRefusal } from '#service/refusal.ts';
import type { Fault } from './faults.ts';
import { piecesOf } from './pieces.ts';

/** What ends an answer from outside, and how slow a slow one is. */
export interface SpoilingParts {
  readonly hearCut: Hear;
  readonly slowMs: number;
}

/** The answer as the fault leaves it; an answer that is an error already stays what it is. */
export function spoil(answer: Response, fault: Fault, { hearCut, slowMs }: SpoilingParts): Response {
  const { body, status, headers } = answer;
  if (body === null || status !== 200) return answer;
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
  const given = new AbortController();
  let isCut = false;
  const letGo = hearCut(() => {
    isCut = true;
    given.abort();
  });
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
        if (!isCut || !isStream) throw error;
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(closingRefusal().body())}\n\n`));
      }
      letGo();
      controller.close();
    },
    async cancel() {
      letGo();
      given.abort();
      await pieces.return();
    },
  });
  return new Response(spoilt, { status, headers });
}
