// The way in for log files: the browser's own dialog.
import { useRef } from 'react';
import { Button } from '#ui/Button.tsx';

interface OpenLogFilesProps {
  onFiles: (files: readonly File[]) => void;
  /** The one main act of an empty page. */
  isMain?: boolean;
}

/** Nothing of the files is sent anywhere. Any can be chosen: what it is, its content says. */
export function OpenLogFiles({ onFiles, isMain = false }: OpenLogFilesProps) {
  const ref = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        look={isMain ? 'primary' : 'plain'}
        title="Logs of trainers as CSV, JSON, JSON lines or console text. They are read in this browser and never uploaded."
        onClick={() => choose(ref.current, onFiles)}
      >
        Open log files
      </Button>
      <input
        ref={ref}
        type="file"
        multiple
        aria-label="Log files"
        tabIndex={-1}
        hidden
        onChange={({ currentTarget: input }) => {
          onFiles([...(input.files ?? [])]);
          // The same file can be chosen once more.
          input.value = '';
        }}
      />
    </>
  );
}

/** A poll may take the button's part of the page away while a person still chooses: what is chosen counts all the same. */
function choose(input: HTMLInputElement | null, onFiles: OpenLogFilesProps['onFiles']) {
  const takeUnseen = () => {
    if (input?.isConnected === false) onFiles([...(input.files ?? [])]);
  };
  input?.addEventListener('change', takeUnseen, { once: true });
  input?.click();
}
