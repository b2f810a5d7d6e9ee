// The address of a link that a service sent, where it can be opened without harm.

/** The address if it is https, else null: `javascript:` and the like never become a link. */
export function httpsLink(link: string | undefined): string | null {
  if (link === undefined || !URL.canParse(link)) return null;
  const { protocol, href } = new URL(link);
  return protocol === 'https:' ? href : null;
}
