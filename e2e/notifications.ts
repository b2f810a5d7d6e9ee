// Notifications of the page, recorded instead of shown: a headless browser refuses them all.
import type { Page } from '@playwright/test';

/** Allows notifications, before the page is opened. @returns a list that grows by each one's title and body */
export async function recordNotifications(page: Page): Promise<readonly string[]> {
  const shown: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'debug') shown.push(message.text());
  });
  await page.addInitScript(() => {
    class RecordedNotification extends EventTarget {
      static readonly permission = 'granted';
      static requestPermission(): Promise<string> {
        return Promise.resolve(RecordedNotification.permission);
      }
      constructor(title: string, { body = '' }: NotificationOptions = {}) {
        super();
        console.debug(`${title}: ${body}`);
      }
      close(): void {}
    }
    Reflect.set(globalThis, 'Notification', RecordedNotification);
  });
  return shown;
}
