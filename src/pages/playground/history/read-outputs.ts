// Whole outputs from a recording file.
import { readRecording } from '#run/recording-file.ts';

/** In choice order, without the echoed prompt. */
export async function readOutputs(file: string | Blob): Promise<string[] | null> {
  const reading = await readRecording(file).catch(() => null);
  return reading?.ok ? reading.run.recording.outputs : null;
}
