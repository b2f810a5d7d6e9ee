// Search, filters, order and columns with which the tables were left, by path.
import { addressOf } from './address.ts';

/** As long as the tab is open, without the unit of prices: that read last holds. */
export const leftLists = new Map<string, Readonly<Record<string, string | undefined>>>();

/** Of the table as it was left. */
export function leftAddress(path: string): string {
  return addressOf(path, leftLists.get(path));
}
