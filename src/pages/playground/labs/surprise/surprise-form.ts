// What a person chose for the comparison of two models, and its newest result: kept while the view is left.
import '#api/schema/jitless.ts';
import * as z from 'zod/mini';
import { create } from 'zustand';
import { batchKeeping } from '#pages/playground/labs/score/batch-keeping.ts';
import { createScoreBatch } from '#pages/playground/labs/score/score-batch.ts';

/** Null follows what the page offers: the newest run's text, its model, and another model. */
export const useSurpriseForm = create<{
  readonly text: string | null;
  readonly a: string | null;
  readonly b: string | null;
}>(() => ({ text: null, a: null, b: null }));

/** The newest comparison: its tasks are the text on A, then on B. */
export const surpriseBatch = createScoreBatch(
  undefined,
  batchKeeping('lab surprise', z.object({ text: z.string(), a: z.string(), b: z.string() })),
);
