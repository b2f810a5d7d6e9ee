// What the columns of the models table depend on besides the records.
import type { TokenUnit } from '#pricing/token-unit.ts';
import type { Changes } from './changes.ts';
import type { WorkloadReading } from './workload.ts';

/** Columns are made anew only where one of these is another. */
export interface ColumnChoices {
  readonly unit: TokenUnit;
  readonly reading: WorkloadReading;
  /** The calculator is open, so that the month is in sight. */
  readonly isPricingMonths: boolean;
  readonly changes: Changes | null;
}
