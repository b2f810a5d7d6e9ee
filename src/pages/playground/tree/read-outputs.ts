// The whole outputs of a kept run, read from its recording.
import { readEvent } from '#pages/playground/inspect/play-recording.ts';
import { readRecording } from '#pages/playground/inspect/recording-file.ts';
import { Recording } from '#pages/playground/recording.ts';

/** @param text of the recording @returns the choices' texts in order, without the echoed prompt; null where it cannot be read */
export function readOutputs(text: string): string[] | null {
  const reading = readRecording(text);
  if (!reading.ok) return null;
  const { request, texts } = reading.recorded;
  const recording = new Recording(request);
  for (const data of texts) {
    const event = readEvent(data, request.n ?? 1);
    if (event !== null) recording.receive(event, 0);
  }
  return [...recording.lanes.values()]
    .toSorted((one, other) => one.index - other.index)
    .map((lane) => lane.text.toString().slice(recording.promptLength));
}
