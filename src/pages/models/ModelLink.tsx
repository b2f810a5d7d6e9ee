// The link of a record: a real link only where it leads to the web.
import { Icon } from '#ui/Icon.tsx';

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

/** The address if it is https or http, else null: `javascript:` and the like never become a link. */
export function safeLink(link: string | undefined): string | null {
  if (link === undefined || !URL.canParse(link)) return null;
  const { protocol, href } = new URL(link);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
