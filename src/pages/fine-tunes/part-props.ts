// What every part of a fine-tune's page is handed.
import type { FineTune } from '#api/schema/fine-tune.ts';
import type { FineTuneSearch } from './search.ts';
import type { OpenFineTune } from './use-fine-tune.ts';

/** Take what is needed by `Pick`. */
export interface FineTunePartProps {
  readonly open: OpenFineTune;
  /** Every fine-tune that is listed. */
  readonly all: readonly FineTune[];
  readonly search: FineTuneSearch;
  /** Changes the named parts of the address; undefined takes one away. */
  readonly changeSearch: (change: FineTuneSearch, how: 'push' | 'replace') => void;
}
