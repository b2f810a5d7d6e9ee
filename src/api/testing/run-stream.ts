// Stream run to its end as by the page, keeping its text.
import type { Connection } from '#api/connection.ts';
import { endStateOf } from '#api/errors.ts';
import { streamCompletion, type StreamEnd, type StreamOptions } from '#api/stream.ts';

/** The outcome of a stream. */
export interface StreamOutcome {
  readonly text: string;
  readonly batches: number;
  readonly end: StreamEnd | null;
  readonly error: unknown;
  /** The end state as shown to the user. */
  readonly state: string;
}

/** The smallest request. */
export const request = { prompt: 'Say', model: 'm' };

/** Never throws. */
export async function runStream(
  { connection }: { readonly connection: Connection },
  options: StreamOptions = {},
): Promise<StreamOutcome> {
  let text = '';
  let batches = 0;
  const stream = streamCompletion(connection, fetch, request, options);
  try {
    for (let step = await stream.next(); ; step = await stream.next()) {
      if (step.done === true) return { text, batches, end: step.value, error: null, state: step.value.state };
      batches++;
      for (const { chunk } of step.value.events) text += chunk.pieces.map((piece) => piece.text).join('');
    }
  } catch (error) {
    return { text, batches, end: null, error, state: endStateOf(error) };
  }
}
