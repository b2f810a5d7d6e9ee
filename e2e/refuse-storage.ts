// A browser whose storage is full.
import type { Page } from '@playwright/test';

/** Refuses writes from now until the next load. @param store a database, or one of its stores */
export async function refuseStorage(page: Page, store: string): Promise<void> {
  await page.evaluate((refused) => {
    const put = IDBObjectStore.prototype['put'];
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...values) {
      if (![this.name, this.transaction.db.name].includes(refused)) return put.apply(this, values);
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
  }, store);
}
