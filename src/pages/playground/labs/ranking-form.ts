// What a person typed into the ranking, and its newest result: both kept while the view is left.
import * as z from 'zod/mini';
import { create } from 'zustand';
import '#api/schema/jitless.ts';
import { batchKeeping, createScoreBatch } from './score-batch.ts';

/** The form as text, with escapes as they were typed. */
export const useRankingForm = create<{ readonly answers: string; readonly neutral: string }>(() => ({
  answers: '',
  neutral: 'Answer:',
}));

/** What the newest ranking was about. Its tasks are every answer behind the prompt, then every one behind the neutral prefix. */
export interface RankingSubject {
  readonly prompt: string;
  readonly answers: readonly string[];
  /** Empty: no PMI was asked for. */
  readonly neutral: string;
}

/** The newest ranking. */
export const rankingBatch = createScoreBatch<RankingSubject>(
  undefined,
  batchKeeping(
    'lab ranking',
    z.object({ prompt: z.string(), answers: z.array(z.string()), neutral: z.string() }),
  ),
);
