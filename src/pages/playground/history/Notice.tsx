// History notices.
import { useState } from 'react';
import { useDraft } from '#draft/draft-store.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { saveHistory } from './history-file.ts';
import { useHistoryNotice, archive, useArchiveVersion } from './history-controller.ts';
import { troubleWords } from './storage.ts';

/** A dismissed problem stays hidden. */
export function Notice() {
  useArchiveVersion();
  const notice = useHistoryNotice((state) => state.notice);
  const [readTrouble, setReadTrouble] = useState<string | null>(null);
  const isDraftStored = useDraft((state) => state.isStored);
  const trouble = archive.trouble();
  return (
    <div role="status" aria-label="History" className="font-sans text-base">
      {trouble !== null && trouble !== readTrouble && (
        <div className="mb-4 flex flex-wrap items-center gap-2 border-b border-line pb-3">
          <p className="flex min-w-60 flex-1 gap-1.5 text-dense">
            <Icon name="warning" className="mt-px text-warn" />
            {troubleWords[trouble]}
          </p>
          <Button onClick={() => void saveHistory(archive, null)}>Export history</Button>
          <Button look="quiet" onClick={() => setReadTrouble(trouble)}>
            Dismiss
          </Button>
        </div>
      )}
      {!isDraftStored && trouble === null && (
        <p className="mb-4 flex gap-1.5 border-b border-line pb-3 text-dense">
          <Icon name="warning" className="mt-px text-warn" />
          {draftWords}
        </p>
      )}
      {notice !== null && (
        <p className="mb-4 flex gap-1.5 border-b border-line pb-3 text-dense">
          <Icon name="warning" className="mt-px text-warn" />
          {notice}
        </p>
      )}
    </div>
  );
}

const draftWords =
  'Browser storage is full: a new tab opens with an older draft, and a reload may lose settings. What you type is kept in History.';
