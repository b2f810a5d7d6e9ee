// A stream of a hosted service, handed on byte for byte as it comes, with an honest end where it breaks off.
import type { IncomingMessage } from 'node:http';
import type { Refusal } from '#service/refusal.ts';
import { EventFraming } from './event-framing.ts';
import type { Exchange } from './exchange.ts';
import { breakOff, ClientLeft, codeOf } from './failures.ts';
import { piecesOf } from './reading.ts';

/** What a stream needs to know besides its bytes. */
export interface StreamParts {
  readonly host: string;
  readonly key: string | null;
  /** Whether an error can be said as an event. */
  readonly isEventStream: boolean;
  /** Hears the cause of a stream that broke off: a word such as ECONNRESET. */
  readonly onBreakOff: (cause: string) => void;
}

/**
 * The body of the answer. The hosted service is read only as fast as the reader takes it, and left when the reader
 * goes. Where it breaks off, an ErrorData event ends the stream, without [DONE]; where no event can be said, the
 * stream fails.
 */
export function relayStream({ incoming, end }: Exchange, parts: StreamParts): ReadableStream<Uint8Array> {
  const pieces = relayed(incoming, parts);
  let hasReader = true;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await pieces.next();
        if (!hasReader) return;
        if (piece.done === true) controller.close();
        else controller.enqueue(piece.value);
      },
      cancel() {
        hasReader = false;
        end(new ClientLeft());
      },
    },
    { highWaterMark: 0 },
  );
}

async function* relayed(incoming: IncomingMessage, parts: StreamParts): AsyncGenerator<Uint8Array, void> {
  const framing = new EventFraming(parts.key);
  try {
    for await (const piece of piecesOf(incoming)) {
      const whole = framing.take(piece);
      if (whole.length > 0) yield whole;
    }
  } catch (error) {
    if (framing.isDone) return;
    if (!(error instanceof ClientLeft)) parts.onBreakOff(codeOf(error) ?? 'of no known kind');
    if (!parts.isEventStream || !framing.isBetweenEvents) throw error;
    yield errorEvent(breakOff(error, parts.host));
    return;
  }
  const rest = framing.rest();
  if (rest.length > 0) yield rest;
}

function errorEvent(refusal: Refusal): Uint8Array {
  return Buffer.from(`data: ${JSON.stringify(refusal.body())}\n\n`);
}
