// A run between the page and the shelf: written as its recording, and read back as the run that it was.
import { useConnections } from '#connection/store.ts';
import { connectionName } from '#pages/playground/inspect/connection-name.ts';
import { recordRun } from '#pages/playground/inspect/record-run.ts';
import { readRecording, writeRecording } from '#pages/playground/inspect/recording-file.ts';
import type { Run } from '#pages/playground/run.ts';
import { noteRestored } from '#pages/playground/tree/restored.ts';

/** Counts down, so that no id is one of a fleet's. */
let lastId = 0;

/** The text of a run that has ended; null while it has not. */
export async function writeRun(run: Run): Promise<string | null> {
  const { profiles } = useConnections.getState();
  const recorded = recordRun(run, connectionName(profiles, run.connectionId));
  return recorded && writeRecording(recorded);
}

/** The run with an id of its own in this page; null where the text cannot be read. Nothing is sent. */
export async function readRun(file: string): Promise<Run | null> {
  const reading = await readRecording(file);
  if (!reading.ok) return null;
  noteRestored(reading.recorded);
  lastId -= 1;
  return { ...reading.run, id: lastId };
}
