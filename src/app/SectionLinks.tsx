// Navigation links to the five pages, for top bar and phone bar.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { sections } from './paths.ts';

const looks = {
  top: 'gap-1.5 px-3 border-b-2 pt-0.5',
  bottom: 'flex-1 justify-center border-t-2 pb-0.5 text-label',
} as const;

interface SectionLinksProps {
  place: keyof typeof looks;
  /** Live counts by page title; nothing while unknown. */
  counts?: Readonly<Record<string, ReactNode>>;
}

/** Reserves room for a count before it is known. */
export function SectionLinks({ place, counts }: SectionLinksProps) {
  return sections.map(({ path, title }) => (
    <Link
      key={path}
      to={path}
      activeOptions={{ exact: path === '/', includeSearch: false }}
      className={`flex h-full items-center border-transparent whitespace-nowrap text-muted transition-colors hover:text-text focus-visible:-outline-offset-2 aria-[current=page]:border-act aria-[current=page]:font-strong aria-[current=page]:text-text ${looks[place]}`}
    >
      {/* The strong form lies under the plain one, so that becoming current moves no neighbour. */}
      <span className="grid">
        <span className="col-start-1 row-start-1 text-center">{title}</span>
        <span aria-hidden="true" className="invisible col-start-1 row-start-1 font-strong">
          {title}
        </span>
      </span>
      {counts && title in counts && (
        <span className="min-w-[2ch] text-dense font-regular text-faint">{counts[title]}</span>
      )}
    </Link>
  ));
}
