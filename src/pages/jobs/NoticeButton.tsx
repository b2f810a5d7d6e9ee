// Toggle for a notification at a job's end.
import { useState } from 'react';
import { useClient } from '#connection/use-client.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { askForNotifications, notificationProblems } from '#ui/notifications.ts';
import type { JobView } from './use-jobs.ts';
import { change, find, watch } from './watch-list.ts';
import { noteSeen, changeWatchList, useWatchList } from './watch-store.ts';

/** Also watches the job. */
export function NoticeButton({ view: { jobId, job } }: { view: JobView }) {
  const { baseUrl } = useClient();
  const wants = useWatchList(({ list }) => find(list, baseUrl, jobId)?.wantsNotice ?? false);
  const [problem, setProblem] = useState<string | null>(null);

  async function handlePress() {
    const right = wants ? 'granted' : await askForNotifications();
    setProblem(notificationProblems[right]);
    if (right !== 'granted') return;
    changeWatchList((list) => change(watch(list, baseUrl, [jobId]), baseUrl, jobId, { wantsNotice: !wants }));
    noteSeen(baseUrl, jobId, job);
  }

  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2">
      <Button
        look="quiet"
        aria-pressed={wants}
        title="While this page is open in a tab"
        onClick={() => void handlePress()}
      >
        <Icon name="bell" className={wants ? 'text-act' : ''} />
        <span className={wants ? 'text-act' : ''}>Notify at the end</span>
      </Button>
      <span role="status" className="text-dense text-warn empty:hidden">
        {problem}
      </span>
    </span>
  );
}
