// Ranking form and its latest result.
import * as z from 'zod/mini';
import { create } from 'zustand';
import '#api/schema/jitless.ts';
import { createRunSet } from './run-set.ts';

/** As typed, with escapes. */
export const useRankingForm = create<{ readonly answers: string; readonly neutral: string }>(() => ({
  answers: '',
  neutral: 'Answer:',
}));

/** Requests: every answer after the prompt, then after the neutral prefix. */
export interface RankingPlan {
  readonly prompt: string;
  readonly answers: readonly string[];
  /** Empty: no PMI. */
  readonly neutral: string;
}

export const rankingRuns = createRunSet<RankingPlan>(
  'lab ranking',
  z.object({ prompt: z.string(), answers: z.array(z.string()), neutral: z.string() }),
);
