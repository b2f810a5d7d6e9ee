// Worker that reads whole outputs from recordings.
import { readOutputs, type RecordingFile } from '#run/recording-file.ts';

/** Answered in any order. */
export interface OutputsOrder {
  readonly id: string;
  readonly file: RecordingFile;
}

export interface OutputsAnswer {
  readonly id: string;
  readonly outputs: readonly string[] | null;
}

addEventListener('message', ({ data }: MessageEvent<OutputsOrder>) => void answer(data));

async function answer({ id, file }: OutputsOrder): Promise<void> {
  const reply: OutputsAnswer = { id, outputs: await readOutputs(file) };
  postMessage(reply, { transfer: [] });
}
