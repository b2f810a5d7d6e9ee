// What a person chose for the ladder, its newest scores and its runs: kept while the lab is left.
import { create } from 'zustand';
import { createComparison } from '#pages/playground/compare/comparison.ts';
import type { Rung } from '#pages/playground/compare/rungs.ts';
import { createScoreBatch } from '#pages/playground/labs/score/score-batch.ts';

/** The fine-tune, and the text that its rungs are scored by; null is "as it comes": the newest, the draft's prompt. */
export const useLadderForm = create<{ readonly fineTuneId: string | null; readonly text: string | null }>(
  () => ({ fineTuneId: null, text: null }),
);

/** What the newest scores are about; the tasks are one a rung. */
export interface LadderSubject {
  readonly fineTune: string;
  readonly rungs: readonly Rung[];
  readonly text: string;
}

/** The newest scores. */
export const ladderBatch = createScoreBatch<LadderSubject>();

/** The runs of the prompt, by the rung's model. */
export const ladderComparison = createComparison();
