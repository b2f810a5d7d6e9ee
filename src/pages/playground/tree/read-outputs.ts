// The whole outputs of a kept run, read from its recording.
import { readRecording } from '#pages/playground/inspect/recording-file.ts';
import { runOfRecording } from './run-of-recording.ts';

/** @param text of the recording @returns the choices' texts in order, without the echoed prompt; null where it cannot be read */
export async function readOutputs(text: string): Promise<string[] | null> {
  const reading = readRecording(text);
  if (!reading.ok) return null;
  const { recording } = await runOfRecording(reading.recorded);
  return [...recording.lanes.values()]
    .toSorted((one, other) => one.index - other.index)
    .map((lane) => lane.text.toString().slice(lane.promptLength));
}
