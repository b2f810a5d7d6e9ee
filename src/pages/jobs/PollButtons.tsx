// Pause and refresh, for every job that is on the page.
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import type { Jobs } from './use-jobs.ts';

/** The button keeps its width while its word changes. */
export function PollButtons({ jobs: { isPaused, setPaused, refreshAll } }: { jobs: Jobs }) {
  return (
    <>
      <Button aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
        <span className="grid">
          <span className={`col-start-1 row-start-1 ${isPaused ? 'invisible' : ''}`}>Pause</span>
          <span className={`col-start-1 row-start-1 ${isPaused ? '' : 'invisible'}`}>Go on</span>
        </span>
      </Button>
      <IconButton icon="retry" label="Refresh now" onClick={refreshAll} />
    </>
  );
}
