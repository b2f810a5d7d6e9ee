// External link of a record, only for http and https.
import { Icon } from '#ui/Icon.tsx';

/** Opens in a new tab without a referrer; anything but a web address is shown as text. */
export function ModelLink({ link, canFocus = false }: { link: string | undefined; canFocus?: boolean }) {
  const href = safeLink(link);
  if (href === null) return <span className="text-faint">{link || '—'}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      // Inside the grid arrow keys navigate, so a link is not a tab stop.
      tabIndex={canFocus ? undefined : -1}
      className="inline-flex max-w-full items-center gap-1 text-act hover:underline"
    >
      <Icon name="link" />
      <span className="truncate">{href.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')}</span>
    </a>
  );
}

/** The URL if it is https or http, else null: `javascript:` and the like never become a link. */
export function safeLink(link: string | undefined): string | null {
  if (link === undefined || !URL.canParse(link)) return null;
  const { protocol, href } = new URL(link);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
