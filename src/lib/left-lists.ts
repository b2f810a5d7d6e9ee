// Search, filters, order and columns with which the tables were left, by path.
import { addressOf, type SearchParams } from './address.ts';

/** As long as the tab is open. */
export const leftLists = new Map<string, SearchParams>();

/** Of the table as it was left. */
export function leftAddress(path: string): string {
  return addressOf(path, leftLists.get(path));
}
