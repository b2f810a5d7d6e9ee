// Chips input for several short texts.
import { useRef, useState, type KeyboardEvent } from 'react';
import { fromVisible, toVisible } from './visible-text.ts';
import { useFieldControl } from './Field.tsx';
import { Icon } from './Icon.tsx';

/** A blank at an end is else not seen. */
function endsMarked(value: string): string {
  return toVisible(value).replace(/^ +| +$/g, (blanks) => '·'.repeat(blanks.length));
}

interface ChipsInputProps {
  values: readonly string[];
  onValues: (values: readonly string[]) => void;
  max?: number;
  'aria-label'?: string;
}

/**
 * Enter (also within a submit shortcut) or blur adds, Backspace takes the last one back; `\n` is typed as two
 * characters.
 */
export function ChipsInput({ values, onValues, max = Infinity, ...rest }: ChipsInputProps) {
  const field = useFieldControl();
  const [draft, setDraft] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const isFull = values.length >= max;

  function add() {
    const value = fromVisible(draft);
    setDraft('');
    if (value !== '' && !values.includes(value)) onValues([...values, value]);
  }

  function remove(value: string) {
    onValues(values.filter((each) => each !== value));
    input.current?.focus();
  }

  function handleKey(event: KeyboardEvent) {
    // Enter ends an IME composition first.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      if (!event.ctrlKey && !event.metaKey) event.preventDefault();
      add();
    }
    const last = values.at(-1);
    if (event.key === 'Backspace' && draft === '' && last !== undefined) {
      event.preventDefault();
      onValues(values.slice(0, -1));
      setDraft(toVisible(last));
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-1">
      {values.map((value) => (
        <span
          key={value}
          className="inline-flex h-6 max-w-full items-center rounded-control border border-line bg-bg pl-1.5 font-mono text-dense"
        >
          <span className="overflow-hidden text-ellipsis whitespace-pre">{endsMarked(value)}</span>
          <button
            type="button"
            aria-label={`Remove ${toVisible(value)}`}
            onClick={() => remove(value)}
            className="grid size-6 shrink-0 place-items-center rounded-control text-faint hover:text-text"
          >
            <Icon name="cross" className="size-3" />
          </button>
        </span>
      ))}
      <input
        {...field}
        {...rest}
        ref={input}
        type="text"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        enterKeyHint="done"
        // Kept when full: it may have the focus.
        readOnly={isFull}
        placeholder={isFull ? `${max} at most` : '+ add'}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        data-keys="chips"
        onKeyDown={handleKey}
        onBlur={add}
        className="h-6 max-tablet:h-control w-20 min-w-0 flex-1 rounded-control border border-transparent bg-transparent px-1 font-mono text-dense placeholder:font-sans hover:placeholder:text-text focus-visible:border-line"
      />
    </div>
  );
}
