// Copy button; raw JSON to copy.
import { useEffect, useState } from 'react';
import { wellFormed } from '#lib/unicode.ts';
import { Button, type ButtonLook } from './Button.tsx';
import { Icon } from './Icon.tsx';

interface CopyButtonProps {
  /** Called on press: a long text is not joined needlessly. */
  text: () => string;
  label?: string;
  /** As the buttons beside it. */
  look?: ButtonLook;
  disabled?: boolean;
}

/** Replaces lone surrogates. */
export function CopyButton({ text, label = 'Copy', look = 'quiet', disabled }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);

  useEffect(() => {
    if (outcome === null) return undefined;
    const timer = setTimeout(() => setOutcome(null), 1600);
    return () => clearTimeout(timer);
  }, [outcome]);

  function handleCopy() {
    copy(text()).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    );
  }

  return (
    <Button look={look} disabled={disabled} onClick={handleCopy}>
      <Icon name={outcome === 'copied' ? 'check' : 'copy'} />
      <span className="grid">
        <span className={`col-start-1 row-start-1 ${outcome ? 'invisible' : ''}`}>{label}</span>
        <output className="col-start-1 row-start-1">
          {outcome === 'copied' && 'Copied'}
          {outcome === 'refused' && 'No access'}
        </output>
      </span>
    </Button>
  );
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(wellFormed(text));
}

/** Last in a panel about a record. @param value any JSON */
export function RawJson({ value }: { value: unknown }) {
  const json = () => JSON.stringify(value, null, 2) ?? '';
  return (
    <>
      <div className="mt-4 flex items-center justify-between border-t border-line pt-2">
        <h3 className="font-medium">Raw JSON</h3>
        <CopyButton text={json} label="Copy JSON" />
      </div>
      <pre className="mt-1 overflow-x-auto text-dense whitespace-pre-wrap wrap-anywhere text-muted">
        {json()}
      </pre>
    </>
  );
}
