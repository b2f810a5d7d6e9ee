// Copy-to-clipboard button with feedback in place.
import { useEffect, useState } from 'react';
import { wellFormed } from '#lib/surrogate-safe.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

interface CopyButtonProps {
  /** Called on press, so that a long text is not joined needlessly. */
  text: () => string;
  label?: string;
}

/** Lone surrogates are replaced before copying. The button keeps its width while it says "Copied". */
export function CopyButton({ text, label = 'Copy' }: CopyButtonProps) {
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
    <Button look="quiet" onClick={handleCopy}>
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
