// Addresses of the page: paths, and search parameters as texts.

export const paths = {
  playground: '/',
  models: '/models',
  hardware: '/hardware',
  fineTunes: '/fine-tunes',
  localLogs: '/fine-tunes/local',
  fineTune: (id: string) => `/fine-tunes/${encodeURIComponent(id)}`,
  jobs: '/jobs',
  job: (id: string) => `/jobs/${encodeURIComponent(id)}`,
} as const;

export type SearchParams = Readonly<Record<string, string>>;

/** @param query with or without `?`; the last of equal names counts. Never throws. */
export function readSearch(query: string): SearchParams {
  const entries = [...new URLSearchParams(query)].map(
    ([name, text]) => [name, unquoted(text) ?? text] as const,
  );
  return Object.fromEntries(entries);
}

/** `path` with its search; leaves out what is undefined. */
export function addressOf(
  path: string,
  search: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    const text = String(value);
    if (value !== undefined) params.set(name, unquoted(text) === null ? text : JSON.stringify(text));
  }
  // Allowed in a query, and readable in lists and ids.
  const query = params.toString().replaceAll(/%(?:2C|2F|3A)/g, decodeURIComponent);
  return query === '' ? path : `${path}?${query}`;
}

/** Null unless quoted: addresses of older builds quote texts of digits. */
function unquoted(text: string): string | null {
  if (!text.startsWith('"')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** Only https or http: `javascript:` must not become a link. */
export function safeLink(link: string | undefined): string | null {
  if (link === undefined || !URL.canParse(link)) return null;
  const { protocol, href } = new URL(link);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
