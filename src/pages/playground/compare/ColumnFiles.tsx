// What can be taken out of a column: the code of its exact request, and the recording of its run.
import { lazy, Suspense, useState } from 'react';
import { useClient } from '#connection/use-client.ts';
import type { DraftReading } from '#draft/draft.ts';
import { isRunning, type Run } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';
import { chunk } from '#ui/chunk.ts';
import { LazyDialog } from '#ui/LazyDialog.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { saveFile } from '#ui/save-file.ts';

const RequestCode = lazy(async () => ({
  default: (await chunk(() => import('#pages/playground/code/CodeView.tsx'))).RequestCode,
}));

interface ColumnFilesProps {
  name: string;
  run: Run | null;
  /** What it would send now: its code is shown before the first run. */
  reading: DraftReading;
}

/** Nothing is sent by either. */
export function ColumnFiles({ name, run, reading }: ColumnFilesProps) {
  const client = useClient();
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState(false);
  const request = run?.request ?? (reading.ok ? reading.request : null);

  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" disabled={request === null} onClick={() => setOpen(true)}>
        Code
      </Button>
      <Button
        look="quiet"
        disabled={run === null || isRunning(run)}
        title={
          failure ? 'The recording could not be written.' : 'Everything that came, with its times, as a file'
        }
        onClick={() => {
          if (run)
            save(run).then(
              () => setFailure(false),
              () => setFailure(true),
            );
        }}
      >
        {failure ? 'Export failed, again' : 'Export'}
      </Button>
      {isOpen && request !== null && (
        <LazyDialog title={`Code of ${name}`} isWide onClose={() => setOpen(false)}>
          <div className="grid gap-3">
            <PanelBoundary name="The code">
              <Suspense>
                <RequestCode request={request} baseUrl={run?.baseUrl ?? client.baseUrl} rows={20} />
              </Suspense>
            </PanelBoundary>
            <p className="text-dense text-muted">
              {run === null ? 'What this column would send.' : 'What this column sent.'}
            </p>
          </div>
        </LazyDialog>
      )}
    </>
  );
}

async function save(ended: Run): Promise<void> {
  const { writeRun } = await chunk(() => import('#run/saved-runs.ts'));
  const file = await writeRun(ended);
  if (file === null) return;
  const date = ended.startedAt.toISOString().slice(0, 19).replaceAll(':', '-');
  saveFile(new Blob([file], { type: 'application/json' }), `inferdeck-recording-${date}.json`);
}
