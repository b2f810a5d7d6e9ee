// Jobs page: watch list with paste field, or jobs side by side.
import { type ReactNode, useId, useState } from 'react';
import { StartCommands } from '#connection/StartCommands.tsx';
import { useClient } from '#connection/use-client.ts';
import { Button } from '#ui/Button.tsx';
import { PollButtons } from '#ui/Freshness.tsx';
import { Empty } from '#ui/States.tsx';
import { TextInput } from '#ui/Field.tsx';
import { FineTuneJobs } from './FineTuneJobs.tsx';
import { SideBySide } from './SideBySide.tsx';
import { WatchList } from './WatchList.tsx';
import { joinIds, splitIds, readPastedIds } from './job-ids.ts';
import type { JobsSearch } from './search.ts';
import { useJobs } from './use-jobs.ts';
import { watch } from './watch-list.ts';
import { changeWatchList, useWatchList } from './watch-store.ts';

interface JobsPageProps {
  search: JobsSearch;
  changeSearch: (change: (before: JobsSearch) => JobsSearch, how: 'push' | 'replace') => void;
  /** Suggested action if nothing is watched. */
  act: ReactNode;
}

/** Side by side with ids in the URL, else the watch list. */
export function JobsPage({ search, changeSearch, act }: JobsPageProps) {
  const ids = splitIds(search.ids);
  if (ids.length === 0) return <WatchedJobs act={act} />;
  return (
    <SideBySide
      ids={ids}
      onRemove={(removed) =>
        changeSearch(
          (before) => ({ ids: joinIds(splitIds(before.ids).filter((id) => id !== removed)) }),
          'replace',
        )
      }
    />
  );
}

function WatchedJobs({ act }: { act: ReactNode }) {
  const { baseUrl } = useClient();
  const list = useWatchList((state) => state.list);
  const here = list.filter((watched) => watched.baseUrl === baseUrl).map(({ jobId }) => jobId);
  const elsewhere = list.length - here.length;
  const jobs = useJobs(here, false);
  return (
    <div className="flex h-full flex-col">
      <div className="shrink-0 border-b border-line bg-panel px-4 py-2">
        <WatchForm onIds={(ids) => changeWatchList((now) => watch(now, baseUrl, ids))}>
          <StartCommands label="New job" kinds={['fine-tune', 'model upload']} />
          {here.length > 0 && (
            <PollButtons isPaused={jobs.isPaused} onPaused={jobs.setPaused} onRefresh={jobs.refreshAll} />
          )}
        </WatchForm>
      </div>
      {here.length === 0 && (
        <div className="p-6">
          <Empty title="No watched jobs" act={act}>
            <p>
              Paste a job id above, such as that of a model upload, to see its status, updates and arguments.
              Watched jobs stay in a list on this device.
            </p>
            {elsewhere > 0 && <p>{`${elsewhere} more are watched on other connections.`}</p>}
          </Empty>
        </div>
      )}
      <WatchList jobs={jobs} label="Watched jobs" />
      <FineTuneJobs watched={here} />
    </div>
  );
}

/** Several ids at once. Invalid input stays. */
function WatchForm({ onIds, children }: { onIds: (ids: readonly string[]) => void; children: ReactNode }) {
  const problemId = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <form
      className="flex flex-wrap items-start gap-x-2 gap-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        const read = readPastedIds(text);
        if ('problem' in read) {
          setProblem(read.problem);
          return;
        }
        setProblem(null);
        setText('');
        onIds(read.ids);
      }}
    >
      <div className="w-96 max-w-full min-w-0">
        <TextInput
          isMono
          aria-label="Job id"
          aria-invalid={problem !== null}
          aria-describedby={problemId}
          value={text}
          placeholder="Job id, or several"
          onValue={(next) => {
            setText(next);
            setProblem(null);
          }}
        />
        <p id={problemId} role="alert" className="mt-1 text-dense wrap-anywhere text-bad empty:hidden">
          {problem}
        </p>
      </div>
      <Button type="submit" look="primary">
        Watch
      </Button>
      <div className="ml-auto flex flex-wrap items-center gap-2">{children}</div>
    </form>
  );
}
