// What history has to say to the person who reads the page.
import { create } from 'zustand';

/** A sentence; null while there is nothing to say. */
export const useHistoryNotice = create<{ readonly notice: string | null }>(() => ({ notice: null }));
