// File picker button, nothing is uploaded; file download.
import { useRef, type ReactNode } from 'react';
import { Button } from './Button.tsx';

interface FileButtonProps {
  /** As "Data file". */
  label: string;
  /** Offered first; any if absent. */
  accept?: string;
  isMultiple?: boolean;
  look?: 'primary' | 'plain';
  disabled?: boolean;
  title?: string;
  /** The same file can be chosen again. */
  onFiles: (files: readonly [File, ...File[]]) => void;
  children: ReactNode;
}

export function FileButton(props: FileButtonProps) {
  const { label, accept, isMultiple = false, look = 'plain', disabled, title, onFiles, children } = props;
  const input = useRef<HTMLInputElement>(null);

  function take(field: HTMLInputElement) {
    const [first, ...rest] = field.files ?? [];
    if (first !== undefined) onFiles([first, ...rest]);
    field.value = '';
  }

  // The page may unmount this while the picker is open.
  function open(field: HTMLInputElement) {
    field.addEventListener('change', () => field.isConnected || take(field), { once: true });
    field.click();
  }

  return (
    <>
      <Button
        look={look}
        disabled={disabled}
        title={title}
        onClick={() => input.current && open(input.current)}
      >
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={isMultiple}
        aria-label={label}
        tabIndex={-1}
        hidden
        onChange={(event) => take(event.currentTarget)}
      />
    </>
  );
}

/** As a download. @param name with its extension */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoking before the download has started breaks it in some browsers.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
