// Fold button for phones.
import { Icon } from './Icon.tsx';

interface PhoneFoldProps {
  label: string;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** Ids, separated by spaces. */
  controls: string;
}

/** Hide the content with `max-tablet:hidden` while `isOpen` is false. */
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
