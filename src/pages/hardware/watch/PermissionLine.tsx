// Whether the browser may show a notification, asked for only when the button is pressed.
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';

/** Without it the note above the table and the count in the window's title say the same. */
export function PermissionLine() {
  const [permission, setPermission] = useState(() =>
    'Notification' in globalThis ? Notification.permission : 'missing',
  );
  if (permission === 'granted') return <p className="text-muted">A notification is shown as well.</p>;
  if (permission !== 'default')
    return (
      <p className="text-muted">
        This browser shows no notifications for this page; the window’s title and a note here say it.
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button onClick={() => void ask(setPermission)}>Notify outside of this tab</Button>
      <span className="text-dense text-muted">The title and a note here say it in any case.</span>
    </div>
  );
}

async function ask(onAnswer: (permission: NotificationPermission) => void): Promise<void> {
  onAnswer(await Notification.requestPermission().catch(() => 'denied' as const));
}
