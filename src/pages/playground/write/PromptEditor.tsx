// Auto-growing prompt textarea.
import { useId, useState } from 'react';
import { useGrowing } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';

interface PromptEditorProps {
  value: string;
  onValue: (value: string) => void;
  error: string | null;
  /** Model output follows. */
  isContinued: boolean;
}

/** Tab leaves it. */
export function PromptEditor({ value, onValue, error, isContinued }: PromptEditorProps) {
  const errorId = useId();
  const field = useGrowing(value);
  const [typed, setTyped] = useState(value);
  const [placed, setPlaced] = useState(value);
  if (value !== typed) {
    setTyped(value);
    setPlaced(value);
  }
  return (
    <>
      <textarea
        ref={field}
        aria-label="Prompt"
        dir="auto"
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : errorId}
        data-as-placed={value === placed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          onValue(event.currentTarget.value);
        }}
        placeholder="Write the beginning; the model continues from there."
        spellCheck={false}
        rows={isContinued ? 1 : 4}
        className={`field-sizing-content block w-full resize-none bg-transparent font-mono text-token wrap-anywhere whitespace-pre-wrap outline-none placeholder:text-faint ${
          isContinued ? 'text-muted' : 'min-h-24 text-text'
        }`}
      />
      {error !== null && (
        <p id={errorId} role="alert" className="mt-1 flex gap-1 font-sans text-dense text-bad">
          <Icon name="warning" className="mt-px" />
          {error}
        </p>
      )}
    </>
  );
}
