// The way in for log files: the browser's own dialog.
import { useRef } from 'react';
import { Button } from '#ui/Button.tsx';

interface OpenLogFilesProps {
  onFiles: (files: readonly File[]) => void;
  /** The one main act of an empty page. */
  isMain?: boolean;
}

/** Nothing of the files is sent anywhere. */
export function OpenLogFiles({ onFiles, isMain = false }: OpenLogFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        look={isMain ? 'primary' : 'plain'}
        title="Logs of trainers as CSV, JSON, JSON lines or console text. They are read in this browser and never uploaded."
        onClick={() => input.current?.click()}
      >
        Open log files
      </Button>
      {/* Any file can be chosen: what it is, its content says. */}
      <input
        ref={input}
        type="file"
        multiple
        aria-label="Log files"
        tabIndex={-1}
        hidden
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
