// Section of the fine-tune page: heading with anchor, and controls.
import type { ReactNode } from 'react';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';

interface SectionProps {
  title: string;
  note?: ReactNode;
  end?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Scrolls to a section and focuses its heading. */
export function goToPart(title: string): void {
  const heading = document.getElementById(headingId(title));
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}

function headingId(title: string): string {
  return `part-${title.toLowerCase().replaceAll(' ', '-')}`;
}

export function Section({ title, note, end, className = '', children }: SectionProps) {
  return (
    <section aria-label={title} className={`min-w-0 ${className}`}>
      <header className="flex min-h-control flex-wrap items-center gap-x-2 gap-y-1">
        <h2 id={headingId(title)} tabIndex={-1} className="font-strong">
          {title}
        </h2>
        {note !== undefined && <span className="text-dense whitespace-nowrap text-faint">{note}</span>}
        {end !== undefined && (
          <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-2">{end}</div>
        )}
      </header>
      <div className="mt-2">
        <PanelBoundary name={`“${title}”`}>{children}</PanelBoundary>
      </div>
    </section>
  );
}
