// URL search parameters of the jobs pages.
import type { SearchParams } from '#lib/address.ts';

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
export function readJobsSearch({ ids = '' }: SearchParams): JobsSearch {
  return ids === '' ? {} : { ids: ids.slice(0, longest) };
}

/** Never throws. */
export function readJobSearch({ update = '' }: SearchParams): JobSearch {
  return update === '' ? {} : { update: update.slice(0, longest) };
}
