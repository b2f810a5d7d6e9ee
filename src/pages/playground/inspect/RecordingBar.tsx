// What can be done with a recording: keep it as a file, open one, play it again.
import { useState } from 'react';
import { useConnections } from '#connection/store.ts';
import type { RecordedRun } from '#pages/playground/recorded-run.ts';
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
  const name = useConnections(({ profiles }) => connectionName(profiles, run?.connectionId ?? ''));
  const recorded = run && recordRun(run, name);
  const running = isRunning(run);

  async function handleFile(file: File) {
    const reading =
      file.size > maxBytes
        ? { ok: false as const, message: 'The file has more than 256 MiB, so it was not read.' }
        : readRecording(await file.text());
    setFailure(reading.ok ? null : reading.message);
    if (reading.ok) playRecording(runStore, reading.recorded, Number.POSITIVE_INFINITY);
  }

  return (
    <div className="grid shrink-0 gap-2 px-4 py-3">
      <div className="flex flex-wrap gap-2">
        <Button disabled={recorded === null} onClick={() => recorded && saveRecording(recorded)}>
          Export recording
        </Button>
        <FileButton
          label="Recording file"
          accept=".json,application/json"
          disabled={running}
          onFiles={([file]) => void handleFile(file).catch(() => setFailure('The file could not be read.'))}
        >
          Open recording
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

function saveRecording(recorded: RecordedRun): void {
  const date = recorded.startedAt.toISOString().slice(0, 19).replaceAll(':', '-');
  const blob = new Blob([writeRecording(recorded)], { type: 'application/json' });
  saveFile(blob, `inferdeck-recording-${date}.json`);
}
