// Fills the draft by something other than typing, and says by what: history draws its branches from it.
import { create } from 'zustand';
import { useDraft } from './draft-store.ts';
import type { Draft } from './draft.ts';

/** Where a draft came from, if it was not typed. `runId` is the run that it goes on from, `lane` the choice, `token` the first token that was replaced. */
export type DraftOrigin =
  | { readonly how: 'continued' | 'resumed'; readonly runId: number; readonly lane: number }
  | { readonly how: 'branched'; readonly runId: number; readonly lane: number; readonly token: number }
  | {
      readonly how:
        | 'link'
        | 'preset'
        | 'history'
        | 'recording'
        | 'comparison'
        | 'alternative'
        | 'row'
        | 'new';
    };

/** The newest filling: what was there before, so that it can be taken back, and where the new text came from. */
export interface Filling {
  readonly origin: DraftOrigin;
  readonly before: Draft;
  readonly draft: Draft;
}

/** Null until something but a person's typing filled the draft. */
export const useFilling = create<{ readonly filling: Filling | null }>(() => ({ filling: null }));

/** Changes some fields of the draft and remembers why. Nothing is ever sent by it. */
export function fillDraft(change: Partial<Draft>, origin: DraftOrigin): void {
  replaceDraft({ ...useDraft.getState().draft, ...change }, origin);
}

/** Makes the draft this one, whole: a field that it does not hold is not sent afterwards. Remembers why, and sends nothing. */
export function replaceDraft(draft: Draft, origin: DraftOrigin): void {
  useFilling.setState({ filling: { origin, before: useDraft.getState().draft, draft } });
  useDraft.setState({ draft });
}
