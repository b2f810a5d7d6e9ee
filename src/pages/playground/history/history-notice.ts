// Current notice of history.
import { create } from 'zustand';

export const useHistoryNotice = create<{ readonly notice: string | null }>(() => ({ notice: null }));
