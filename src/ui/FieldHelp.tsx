// A line under many fields that says what the one at hand means. It has its place, so nothing moves when it speaks.
import { useState, type ReactNode, type SyntheticEvent } from 'react';

/** Shows the `help` of the field that has the focus or lies under the pointer. Readers of the screen have it as the field's description. */
export function FieldHelp({ children }: { children: ReactNode }) {
  const [help, setHelp] = useState('');
  function handleAtHand({ target }: SyntheticEvent) {
    const field = target instanceof Element ? target.closest('[data-help]') : null;
    if (field !== null) setHelp(field.getAttribute('data-help') ?? '');
  }
  return (
    <div onFocus={handleAtHand} onPointerOver={handleAtHand} className="**:scroll-mb-20">
      {children}
      <p
        aria-hidden="true"
        className="sticky bottom-0 h-18 border-t border-line bg-panel px-4 py-2 text-dense text-muted"
      >
        {help || 'What a field means stands here while it is at hand.'}
      </p>
    </div>
  );
}
