// Whole outputs of a stored run, read from its recording.
import { readRecording } from '#run/recording-file.ts';

/**
 * @param text of the recording
 * @returns the choices' texts in order, without the echoed prompt; null if unreadable
 */
export async function readOutputs(text: string): Promise<string[] | null> {
  const reading = await readRecording(text);
  return reading.ok ? reading.run.recording.outputs : null;
}
