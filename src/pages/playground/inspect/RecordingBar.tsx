// What can be done with a recording: keep it as a file, open one, play it again.
import { useRef, useState } from 'react';
import { useConnections } from '#connection/store.ts';
import type { RecordedRun } from '#pages/playground/recorded-run.ts';
import { isRunning, type Run } from '#pages/playground/run.ts';
import { runStore } from '#pages/playground/use-run.ts';
import { Button } from '#ui/Button.tsx';
import { connectionName } from './connection-name.ts';
import { playRecording } from './play-recording.ts';
import { recordRun } from './record-run.ts';
import { readRecording, writeRecording } from './recording-file.ts';
import { saveFile } from '#ui/save-file.ts';

/** Bytes that a file may have: more than any answer brings. */
const maxBytes = 256 * 1_024 * 1_024;

/** Nothing here sends a request: a recording opens without a key, and without a service. */
export function RecordingBar({ run }: { run: Run | null }) {
  const input = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const name = useConnections(({ profiles }) => connectionName(profiles, run?.connectionId ?? ''));
  const recorded = run && recordRun(run, name);
  const running = isRunning(run);

  async function handleFile(file: File | undefined) {
    if (file === undefined) return;
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
        <Button disabled={running} onClick={() => input.current?.click()}>
          Open recording
        </Button>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          aria-label="Recording file"
          tabIndex={-1}
          hidden
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            event.currentTarget.value = '';
            handleFile(file).catch(() => setFailure('The file could not be read.'));
          }}
        />
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
