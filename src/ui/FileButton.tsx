// A button that opens the browser's own dialog for files. They are read here; who is handed them sends nothing.
import { useRef, type ReactNode } from 'react';
import { Button } from './Button.tsx';

interface FileButtonProps {
  /** Name of the field, as "Data file". */
  label: string;
  /** Endings and types that the dialog offers first; none means any. */
  accept?: string;
  isMultiple?: boolean;
  look?: 'primary' | 'plain';
  disabled?: boolean;
  title?: string;
  /** At least one file; the same one can be chosen again. */
  onFiles: (files: readonly [File, ...File[]]) => void;
  children: ReactNode;
}

/** Nothing happens where the dialog is left without a choice. */
export function FileButton(props: FileButtonProps) {
  const { label, accept, isMultiple = false, look = 'plain', disabled, title, onFiles, children } = props;
  const input = useRef<HTMLInputElement>(null);

  function take(field: HTMLInputElement) {
    const [first, ...rest] = field.files ?? [];
    if (first !== undefined) onFiles([first, ...rest]);
    field.value = '';
  }

  // What is shown may change while a person still chooses, and take this away: what is chosen counts all the same.
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
