// Desktop notifications of alerts, on request, each once.
import { create } from 'zustand';
import { stored } from '#lib/stored.ts';
import { askForNotifications, notificationRight, showNotification } from '#ui/notifications.ts';

type NoticeState = 'off' | 'on' | 'denied' | 'unsupported';

const entry = stored<boolean>({
  key: 'inferdeck.alert-notices',
  version: 1,
  parse: (value) => (typeof value === 'boolean' ? value : null),
  fallback: false,
  storage: () => localStorage,
});

export const useNotices = create<{ readonly state: NoticeState }>(() => ({ state: readState() }));

/** Call it only in a press handler. */
export async function wantNotices(): Promise<void> {
  entry.write((await askForNotifications()) === 'granted');
  useNotices.setState({ state: readState() });
}

export function refuseNotices(): void {
  entry.write(false);
  useNotices.setState({ state: readState() });
}

interface Shown {
  readonly id: string;
  readonly kind: string;
  readonly saw: string;
}

export function notify(name: string, { kind, saw, id }: Shown): void {
  if (readState() === 'on') showNotification(`${name}: ${kind}`, { body: saw, tag: `${name} ${id}` });
}

function readState(): NoticeState {
  const right = notificationRight();
  if (right === 'unsupported' || right === 'denied') return right;
  return entry.read() && right === 'granted' ? 'on' : 'off';
}
