// URL search parameters of the jobs pages.
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
export function readJobsSearch({ ids }: Readonly<Record<string, unknown>>): JobsSearch {
  return typeof ids !== 'string' || ids === '' ? {} : { ids: ids.slice(0, longest) };
}

/** Never throws. */
export function readJobSearch({ update }: Readonly<Record<string, unknown>>): JobSearch {
  return typeof update !== 'string' || update === '' ? {} : { update: update.slice(0, longest) };
}
