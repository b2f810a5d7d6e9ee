// Section of the fine-tune page: heading with anchor, and controls.
import { useId, useState, type ReactNode } from 'react';
import { PhoneFold } from '#ui/PhoneFold.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';

interface SectionProps {
  title: string;
  note?: ReactNode;
  end?: ReactNode;
  /** Collapsed on phones. */
  isSecondary?: boolean;
  className?: string;
  children: ReactNode;
}

export function goToPart(title: string): void {
  const heading = document.getElementById(headingId(title));
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}

function headingId(title: string): string {
  return `part-${title.toLowerCase().replaceAll(' ', '-')}`;
}

export function Section(props: SectionProps) {
  const { title, note, end, isSecondary = false, className = '', children } = props;
  const [isOpen, setOpen] = useState(false);
  const content = useId();
  return (
    <section aria-label={title} className={`min-w-0 ${className}`}>
      <header className="flex min-h-control flex-wrap items-center gap-x-2 gap-y-1">
        <h2 id={headingId(title)} tabIndex={-1} className="scroll-mt-2 font-strong">
          {title}
        </h2>
        {note !== undefined && <span className="text-dense whitespace-nowrap text-faint">{note}</span>}
        {(end !== undefined || isSecondary) && (
          // Grown, so that a picker is as wide as it is counted before lines break.
          <div className="flex min-w-0 grow flex-wrap items-center justify-end gap-2">
            {end}
            {isSecondary && (
              <PhoneFold
                label={`${isOpen ? 'Hide' : 'Show'} ${title.toLowerCase()}`}
                isOpen={isOpen}
                onOpen={setOpen}
                controls={content}
              />
            )}
          </div>
        )}
      </header>
      <div id={content} className={`mt-2 ${isSecondary && !isOpen ? 'max-tablet:not-print:hidden' : ''}`}>
        <PanelBoundary name={`“${title}”`}>{children}</PanelBoundary>
      </div>
    </section>
  );
}
