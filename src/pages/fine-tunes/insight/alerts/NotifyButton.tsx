// Whether new alerts also come as notifications of the browser; it asks for permission when it is pressed.
import { Button } from '#ui/Button.tsx';
import { refuseNotices, useNotices, wantNotices, type NoticeState } from './notices.ts';

/** Says why where the browser will not have it. */
export function NotifyButton() {
  const { state } = useNotices();
  if (state === 'unsupported') return null;
  return (
    <Button
      look="quiet"
      aria-pressed={state === 'on'}
      disabled={state === 'denied'}
      onClick={() => (state === 'on' ? refuseNotices() : void wantNotices())}
    >
      {words[state]}
    </Button>
  );
}

const words: Readonly<Record<NoticeState, string>> = {
  off: 'Notify me of new ones',
  on: 'Notify me of new ones',
  denied: 'Notifications are blocked in this browser',
  unsupported: '',
};
