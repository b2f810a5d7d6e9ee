// A line under many fields that says what the one at hand means. It has its place, so nothing moves when it speaks.
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { HelpContext } from './field-context.ts';

interface FieldHelpProps {
  /** Sentences by name of field. */
  texts: Readonly<Record<string, string>>;
  children: ReactNode;
}

/** Shows the help of the field that has the focus or lies under the pointer. Screen readers have it as the field's description. */
export function FieldHelp({ texts, children }: FieldHelpProps) {
  const [name, setName] = useState('');

  function handleAtHand({ target }: SyntheticEvent) {
    const field = target instanceof Element ? target.closest('[data-help]') : null;
    if (field !== null) setName(field.getAttribute('data-help') ?? '');
  }

  return (
    <HelpContext value={texts}>
      <div onFocus={handleAtHand} onPointerOver={handleAtHand} className="**:scroll-mb-20">
        {children}
        <p
          aria-hidden="true"
          className="sticky bottom-0 h-18 border-t border-line bg-panel px-4 py-2 text-dense text-muted"
        >
          {texts[name] ?? 'Hover or focus a parameter to see what it does.'}
        </p>
      </div>
    </HelpContext>
  );
}
