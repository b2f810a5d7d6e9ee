// The link of a record: a real link only where it leads to the web.
import { Icon } from '#ui/Icon.tsx';
import { safeLink } from './safe-link.ts';

/** Opens elsewhere and tells the other side nothing; what is no web address is shown as text. */
export function ModelLink({ link, canFocus = false }: { link: string | undefined; canFocus?: boolean }) {
  const href = safeLink(link);
  if (href === null) return <span className="text-faint">{link || '—'}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      // Within the grid the arrow keys move, and a link is no stop of its own.
      tabIndex={canFocus ? undefined : -1}
      className="inline-flex max-w-full items-center gap-1 text-act hover:underline"
    >
      <Icon name="link" />
      <span className="truncate">{href.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')}</span>
    </a>
  );
}
