// What a person chose for the comparison of two models, and its newest result: kept while the view is left.
import { create } from 'zustand';
import { createScoreBatch } from '#pages/playground/labs/score/score-batch.ts';

/** Null follows what the page offers: the newest run's text, its model, and another model. */
export const useSurpriseForm = create<{
  readonly text: string | null;
  readonly a: string | null;
  readonly b: string | null;
}>(() => ({ text: null, a: null, b: null }));

/** The newest comparison: its tasks are the text on A, then on B. */
export const surpriseBatch = createScoreBatch<{
  readonly text: string;
  readonly a: string;
  readonly b: string;
}>();
