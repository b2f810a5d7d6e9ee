// The ways in for data: a file, or what is pasted.
import { useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { openData, sizeLimit, useData } from './data-store.ts';

/** Nothing of it is sent anywhere. */
export function OpenData({ isMain = false }: { isMain?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const isReading = useData((state) => state.isReading);
  const [pasted, setPasted] = useState<string | null>(null);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button
          look={isMain ? 'primary' : 'plain'}
          disabled={isReading}
          title={`CSV, JSONL or JSON of at most ${sizeLimit}`}
          onClick={() => input.current?.click()}
        >
          {isReading ? 'Reading' : 'Open data'}
        </Button>
        <Button disabled={isReading} onClick={() => setPasted('')}>
          Paste rows
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,text/csv,application/json"
        aria-label="Data file"
        tabIndex={-1}
        hidden
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file !== undefined) openData({ content: file, name: file.name, delimiter: '' });
          event.currentTarget.value = '';
        }}
      />
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
