// What can be done with a recording: keep it as a file, open one, play it again.
import { useState } from 'react';
import { useConnections } from '#connection/store.ts';
import type { RecordedRun } from '#pages/playground/recorded-run.ts';
import { readTextFile, textFile } from '#lib/text-file.ts';
import { isRunning, type Run } from '#pages/playground/run.ts';
import { runStore } from '#pages/playground/use-run.ts';
import { Button } from '#ui/Button.tsx';
import { FileButton } from '#ui/FileButton.tsx';
import { saveFile } from '#ui/save-file.ts';
import { connectionName } from './connection-name.ts';
import { playRecording } from './play-recording.ts';
import { recordRun } from './record-run.ts';
import { readRecording, writeRecording } from './recording-file.ts';

/** Bytes that a file may have: more than any answer brings. */
const maxBytes = 256 * 1_024 * 1_024;

/** Nothing here sends a request: a recording opens without a key, and without a service. */
export function RecordingBar({ run }: { run: Run | null }) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const name = useConnections(({ profiles }) => connectionName(profiles, run?.connectionId ?? ''));
  const recorded = run && recordRun(run, name);
  const running = isRunning(run);

  async function handleFile(file: File) {
    const reading =
      file.size > maxBytes
        ? { ok: false as const, message: 'The file has more than 256 MiB, so it was not read.' }
        : await readRecording(await readTextFile(file));
    if (!reading.ok) setFailure(reading.message);
    else if (!runStore.show(reading.run))
      setFailure('A run began meanwhile: open the recording once it has ended.');
  }

  function handleFiles(file: File) {
    setFailure(null);
    setReading(true);
    handleFile(file)
      .catch(() => setFailure('The file could not be read.'))
      .finally(() => setReading(false));
  }

  return (
    <div className="grid shrink-0 gap-2 px-4 py-3">
      <div className="flex flex-wrap gap-2">
        <Button disabled={recorded === null} onClick={() => void (recorded && saveRecording(recorded))}>
          Export recording
        </Button>
        <FileButton
          label="Recording file"
          accept=".json,application/json"
          disabled={running || isReading}
          onFiles={([file]) => handleFiles(file)}
        >
          {isReading ? 'Reading…' : 'Open recording'}
        </FileButton>
        {recorded && (
          <>
            <Button onClick={() => playRecording(runStore, recorded, 1)}>Replay 1×</Button>
            <Button onClick={() => playRecording(runStore, recorded, 20)}>Replay 20×</Button>
          </>
        )}
      </div>
      {failure !== null && (
        <p role="alert" className="text-dense text-bad">
          {failure}
        </p>
      )}
    </div>
  );
}

async function saveRecording(recorded: RecordedRun): Promise<void> {
  const date = recorded.startedAt.toISOString().slice(0, 19).replaceAll(':', '-');
  const file = await textFile(await writeRecording(recorded));
  saveFile(new Blob([file], { type: 'application/json' }), `inferdeck-recording-${date}.json`);
}
