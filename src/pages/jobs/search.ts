// URL search parameters of the jobs pages. Small, for the router.

/** `ids` are comma-separated, shown side by side. */
export interface JobsSearch {
  readonly ids?: string | undefined;
}

/** `update` is the key of the open update. */
export interface JobSearch {
  readonly update?: string | undefined;
}

const longest = 4_000;

/** Never throws. */
export function readJobsSearch(raw: Readonly<Record<string, unknown>>): JobsSearch {
  const ids = textOf(raw['ids']);
  return ids === '' ? {} : { ids };
}

/** Never throws. */
export function readJobSearch(raw: Readonly<Record<string, unknown>>): JobSearch {
  const update = textOf(raw['update']);
  return update === '' ? {} : { update };
}

function textOf(value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return typeof text === 'string' ? text.slice(0, longest) : '';
}
