// Desktop notifications of alerts, on request, each once.
import { create } from 'zustand';
import { stored } from '#lib/stored.ts';

export type NoticeState = 'off' | 'on' | 'denied' | 'unsupported';

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
  const permission = await Notification.requestPermission();
  entry.write(permission === 'granted');
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
  if (readState() !== 'on') return;
  try {
    // The tag replaces a second tab's notification.
    const notice = new Notification(`${name}: ${kind}`, { body: saw, tag: `${name} ${id}` });
    notice.addEventListener('click', () => globalThis.focus());
  } catch {
    // Some browsers allow notifications from service workers only.
  }
}

function readState(): NoticeState {
  if (!('Notification' in globalThis)) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return entry.read() && Notification.permission === 'granted' ? 'on' : 'off';
}
