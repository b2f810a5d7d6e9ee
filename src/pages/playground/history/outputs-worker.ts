// The worker that reads whole outputs out of recordings, so that no frame waits for megabytes of JSON.
import { readOutputs } from './read-outputs.ts';

/** A recording to read; answered in any order. */
export interface OutputsOrder {
  readonly id: string;
  readonly text: string;
}

/** What was read; null where the recording cannot be. */
export interface OutputsAnswer {
  readonly id: string;
  readonly outputs: readonly string[] | null;
}

addEventListener('message', ({ data }: MessageEvent<OutputsOrder>) => void answer(data));

async function answer({ id, text }: OutputsOrder): Promise<void> {
  const reply: OutputsAnswer = { id, outputs: await readOutputs(text) };
  postMessage(reply, { transfer: [] });
}
