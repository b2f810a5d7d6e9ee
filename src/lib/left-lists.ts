// Search, filters, order and columns with which the tables were left, by path.
import type { SearchParams } from './address.ts';

/** As long as the tab is open. */
export const leftLists = new Map<string, SearchParams>();
