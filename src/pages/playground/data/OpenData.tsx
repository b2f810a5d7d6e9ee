// The ways in for data: a file, or what is pasted.
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { FileButton } from '#ui/FileButton.tsx';
import { openData, sizeLimit, useData } from './data-store.ts';

/** Nothing of it is sent anywhere. */
export function OpenData({ isMain = false }: { isMain?: boolean }) {
  const isReading = useData((state) => state.isReading);
  const [pasted, setPasted] = useState<string | null>(null);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <FileButton
          label="Data file"
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,text/csv,application/json"
          look={isMain ? 'primary' : 'plain'}
          disabled={isReading}
          title={`CSV, JSONL or JSON of at most ${sizeLimit}`}
          onFiles={([file]) => openData({ content: file, name: file.name, delimiter: '' })}
        >
          {isReading ? 'Reading' : 'Open data'}
        </FileButton>
        <Button disabled={isReading} onClick={() => setPasted('')}>
          Paste rows
        </Button>
      </div>
      {pasted !== null && (
        <Dialog title="Paste rows" isWide onClose={() => setPasted(null)}>
          <textarea
            aria-label="Rows"
            spellCheck={false}
            value={pasted}
            onChange={(event) => setPasted(event.currentTarget.value)}
            placeholder={'name,place\nMia,forest'}
            className="h-72 w-full shrink-0 resize-none rounded-control border border-line bg-bg p-3 font-mono text-dense"
          />
          <div className="mt-3 flex items-center justify-between gap-3">
            <p className="text-dense text-muted">
              CSV with a head row, one JSON object a line, or a JSON array.
            </p>
            <Button
              look="primary"
              disabled={pasted.trim() === ''}
              onClick={() => {
                openData({ content: pasted, name: '', delimiter: '' });
                setPasted(null);
              }}
            >
              Use these rows
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
