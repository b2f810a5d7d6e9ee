// A named part of a fine-tune's page: a heading that can be jumped to, and what stands at its end.
import type { ReactNode } from 'react';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';

interface SectionProps {
  title: string;
  /** Beside the title: a count, a state. */
  note?: ReactNode;
  /** Controls at the far end. */
  end?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Brings a part into sight and the focus to its heading. @param title as it stands there */
export function goToPart(title: string): void {
  const heading = document.getElementById(headingId(title));
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}

function headingId(title: string): string {
  return `part-${title.toLowerCase().replaceAll(' ', '-')}`;
}

/** A fault inside stays inside. */
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
