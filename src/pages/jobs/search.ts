// What the addresses of jobs say behind `?`. Small, because the router needs it before the page is there.

/** The list of jobs; `ids` are those that stand side by side, separated by commas. */
export interface JobsSearch {
  readonly ids?: string | undefined;
}

/** One job; `update` is the key of the update that is open. */
export interface JobSearch {
  readonly update?: string | undefined;
}

const longest = 4_000;

/** Reads the address of the list; what is no text is left out. Never throws. */
export function readJobsSearch(raw: Readonly<Record<string, unknown>>): JobsSearch {
  const ids = textOf(raw['ids']);
  return ids === '' ? {} : { ids };
}

/** Reads the address of a job; what is no text is left out. Never throws. */
export function readJobSearch(raw: Readonly<Record<string, unknown>>): JobSearch {
  const update = textOf(raw['update']);
  return update === '' ? {} : { update };
}

function textOf(value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return typeof text === 'string' ? text.slice(0, longest) : '';
}
