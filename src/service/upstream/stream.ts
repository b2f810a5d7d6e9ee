// A stream of a hosted service, handed on byte for byte as it comes, with an honest end where it breaks off.
import type { Refusal } from '#service/refusal.ts';
import { EventFraming } from './event-framing.ts';
import type { Exchange } from './exchange.ts';
import { breakOff, ClientLeft, codeOf } from './failures.ts';

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
  const framing = new EventFraming(parts.key);
  let isOver = false;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const handOn = (bytes: Buffer) => {
        if (bytes.length === 0) return;
        controller.enqueue(bytes);
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
      };
      const fail = (error: unknown) => {
        if (isOver) return;
        isOver = true;
        const last = framing.isDone ? null : lastWord(error, framing, parts);
        if (last instanceof Error) return controller.error(last);
        if (last !== null) controller.enqueue(last);
        controller.close();
      };
      incoming.on('data', (bytes: Buffer) => {
        if (!isOver) handOn(framing.take(bytes));
      });
      incoming.on('end', () => {
        if (isOver) return;
        isOver = true;
        handOn(framing.rest());
        controller.close();
      });
      incoming.on('error', fail);
      incoming.on('close', () => fail(new Error('The connection was closed.')));
    },
    pull() {
      incoming.resume();
    },
    cancel() {
      isOver = true;
      end(new ClientLeft());
    },
  });
}

/** The event that says why a stream has broken off, or the error to fail with where no event can be said. */
function lastWord(error: unknown, framing: EventFraming, parts: StreamParts): Uint8Array | Error {
  if (!(error instanceof ClientLeft)) parts.onBreakOff(codeOf(error) ?? 'of no known kind');
  const canBeSaid = parts.isEventStream && framing.isBetweenEvents;
  return canBeSaid ? eventOf(breakOff(error, parts.host)) : new Error('The answer broke off.');
}

function eventOf(refusal: Refusal): Uint8Array {
  return Buffer.from(`data: ${JSON.stringify(refusal.body())}\n\n`);
}
