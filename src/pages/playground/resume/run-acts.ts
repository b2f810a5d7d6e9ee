// What a place that shows a run can do about one that broke off; each place sends and leads in its own way.
import type { Client } from '#api/client.ts';
import type { Run } from '#pages/playground/run.ts';
import type { WayOut } from './next-step.ts';
import type { ResumeOffer } from './resume-offer.ts';

/** Nothing of it happens unless a person presses it, or has armed it. */
export interface RunActs {
  /** Sends the run's own request once more. */
  readonly repeat: (client: Client, run: Run) => void;
  /** Goes on from the text of one choice; null where a text is of no use without its beginning. */
  readonly goOn: ((client: Client, run: Run, offer: ResumeOffer) => void) | null;
  /** Where else this place can lead; a way that is missing is not offered. */
  readonly ways: Readonly<Partial<Record<WayOut, () => void>>>;
}
