// Current notice of history.
import { create } from 'zustand';

/** Null if there is none. */
export const useHistoryNotice = create<{ readonly notice: string | null }>(() => ({ notice: null }));
