// Log files dropped on the page, and those that the browser keeps.
import type { Page } from '@playwright/test';

/** Drops files on the window, as from another program. */
export async function dropFiles(
  page: Page,
  ...files: readonly (readonly [name: string, text: string])[]
): Promise<void> {
  await page.evaluate((dropped) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of dropped) dataTransfer.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, files);
}

/** Counts the records of a store of stored files, or overwrites them with garbage. */
export async function changeKept(page: Page, store: string, act: 'count' | 'damage'): Promise<number> {
  return page.evaluate(
    ([name = '', what]) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('inferdeck-log-files');
        opening.addEventListener('error', () => reject(new Error('The database could not be opened.')));
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction(name, 'readwrite');
          const keys = writing.objectStore(name).getAllKeys();
          keys.addEventListener('success', () => {
            if (what === 'damage')
              for (const key of keys.result) writing.objectStore(name).put({ name: 7 }, key);
          });
          writing.addEventListener('complete', () => {
            opening.result.close();
            resolve(keys.result.length);
          });
        });
      }),
    [store, act],
  );
}
