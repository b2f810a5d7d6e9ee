// Desktop notifications: the browser's permission, and showing one.

/** `unasked`: the user may be asked, on a press. */
export type NotificationRight = 'granted' | 'denied' | 'unasked' | 'unsupported';

export function notificationRight(): NotificationRight {
  if (!('Notification' in globalThis)) return 'unsupported';
  return Notification.permission === 'default' ? 'unasked' : Notification.permission;
}

/** Call it only in a press handler: it may ask for permission. */
export async function askForNotifications(): Promise<NotificationRight> {
  if (notificationRight() !== 'unasked') return notificationRight();
  // Rejected where a policy forbids to ask.
  await Notification.requestPermission().catch(() => 'denied');
  return notificationRight();
}

/** Null where notifications are shown. */
export const notificationProblems: Readonly<Record<NotificationRight, string | null>> = {
  granted: null,
  denied: 'Notifications are blocked for this site in the browser’s settings.',
  unasked: 'Not enabled: permission was not granted.',
  unsupported: 'This browser does not support notifications.',
};

/**
 * Does nothing without permission. A click focuses the page.
 * @param tag replaces an earlier one with the same tag, also of another tab
 */
export function showNotification(title: string, { body, tag }: { body: string; tag: string }): void {
  if (notificationRight() !== 'granted') return;
  try {
    const shown = new Notification(title, { body, tag });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
    });
  } catch {
    // Some phone browsers grant permission but allow notifications from service workers only.
  }
}
