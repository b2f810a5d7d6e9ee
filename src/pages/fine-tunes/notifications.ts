// Desktop notifications of alerts and ends, on request, each once.
import { create } from 'zustand';
import { stored } from '#lib/stored.ts';
import {
  askForNotifications,
  notificationRight,
  showNotification,
  type NotificationRight,
} from '#ui/notifications.ts';

interface Notices {
  /** Wanted and permitted. */
  readonly isOn: boolean;
  readonly right: NotificationRight;
}

const entry = stored<boolean>({
  key: 'inferdeck.alert-notices',
  version: 1,
  parse: (value) => (typeof value === 'boolean' ? value : null),
  fallback: false,
  storage: () => localStorage,
});

export const useNotices = create<Notices>(readNotices);

entry.follow(() => useNotices.setState(readNotices()));

/** Call it only in a press handler. */
export async function wantNotices(isWanted: boolean): Promise<void> {
  entry.write(isWanted && (await askForNotifications()) === 'granted');
  useNotices.setState(readNotices());
}

interface Shown {
  readonly id: string;
  readonly kind: string;
  readonly saw: string;
}

/** @param of id of the fine-tune: names can be shared, and one must not replace the other's */
export function notify(name: string, of: string, { kind, saw, id }: Shown): void {
  if (readNotices().isOn) showNotification(`${name}: ${kind}`, { body: saw, tag: `${of} ${id}` });
}

function readNotices(): Notices {
  const right = notificationRight();
  return { isOn: entry.read() && right === 'granted', right };
}
