// Whole outputs from a recording file.
import { readRecording } from '#run/recording-file.ts';

/** In choice order, without the echoed prompt. */
export async function readOutputs(text: string): Promise<string[] | null> {
  const reading = await readRecording(text);
  return reading.ok ? reading.run.recording.outputs : null;
}
