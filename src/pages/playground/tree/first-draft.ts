// The draft as it was when the page was opened: the state in which a first session begins.
import { useDraft } from '#pages/playground/draft-store.ts';

/** Read before anything can be typed. */
export const firstDraft = useDraft.getState().draft;
