// Alerts as the browser's own notifications: only where a person has asked for them, and each once.
import { create } from 'zustand';
import { stored } from '#lib/stored.ts';

/** Whether notifications are wanted and possible. */
export type NoticeState = 'off' | 'on' | 'denied' | 'unsupported';

const entry = stored<boolean>({
  key: 'inferdeck.alert-notices',
  version: 1,
  parse: (value) => (typeof value === 'boolean' ? value : null),
  fallback: false,
  storage: () => localStorage,
});

/** The state on this browser. */
export const useNotices = create<{ readonly state: NoticeState }>(() => ({ state: readState() }));

/** Asks the browser for permission; called by a press and by nothing else. */
export async function wantNotices(): Promise<void> {
  const permission = await Notification.requestPermission();
  entry.write(permission === 'granted');
  useNotices.setState({ state: readState() });
}

/** No more notifications. */
export function refuseNotices(): void {
  entry.write(false);
  useNotices.setState({ state: readState() });
}

/** What a notification shows of an alert. */
interface Shown {
  readonly id: string;
  readonly kind: string;
  readonly saw: string;
}

/** Shows an alert that has just come; does nothing where notifications are not on. */
export function notify(name: string, { kind, saw, id }: Shown): void {
  if (readState() !== 'on') return;
  try {
    // The same alert of a second tab takes the place of the first.
    const notice = new Notification(`${name}: ${kind}`, { body: saw, tag: `${name} ${id}` });
    notice.addEventListener('click', () => globalThis.focus());
  } catch {
    // Some browsers show notifications from service workers only.
  }
}

function readState(): NoticeState {
  if (!('Notification' in globalThis)) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return entry.read() && Notification.permission === 'granted' ? 'on' : 'off';
}
