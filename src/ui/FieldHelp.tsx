// A line under many fields that says what the one at hand means. It has its place, so nothing moves when it speaks.
import { useEffect, useState, type ReactNode, type SyntheticEvent } from 'react';
import { HelpContext } from './field-context.ts';

interface FieldHelpProps {
  /** Brings the sentences by name of field. Asked with the first key or movement on the page, so that the page's load is free of them. */
  load: () => Promise<Readonly<Record<string, string>>>;
  children: ReactNode;
}

/** Shows the help of the field that has the focus or lies under the pointer. Screen readers have it as the field's description. */
export function FieldHelp({ load, children }: FieldHelpProps) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [name, setName] = useState('');

  useEffect(() => {
    const gone = new AbortController();
    function listen() {
      const once = new AbortController();
      const handle = () => {
        once.abort();
        // What does not come now comes with the next key or movement.
        load().then(setTexts, listen);
      };
      if (!gone.signal.aborted)
        for (const event of ['keydown', 'pointermove', 'pointerdown', 'focusin'])
          addEventListener(event, handle, { signal: AbortSignal.any([once.signal, gone.signal]) });
    }
    listen();
    return () => gone.abort();
  }, [load]);

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
