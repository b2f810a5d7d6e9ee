// The button that folds out what a phone has no room for; a wider window shows that anyway, and not the button.
import { Icon } from './Icon.tsx';

interface PhoneFoldProps {
  /** What is folded away, in a word. */
  label: string;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** Ids of what it folds, separated by spaces. */
  controls: string;
}

/** What it folds stays in the document: hide it with `max-tablet:hidden` while `isOpen` is false. */
export function PhoneFold({ label, isOpen, onOpen, controls }: PhoneFoldProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={() => onOpen(!isOpen)}
      className="inline-flex h-control shrink-0 items-center gap-1 rounded-control border border-line pr-1.5 pl-2.5 transition-colors select-none hover:border-edge tablet:hidden"
    >
      {label}
      <Icon name="chevronDown" className={`text-muted transition-transform ${isOpen ? 'rotate-180' : ''}`} />
    </button>
  );
}
