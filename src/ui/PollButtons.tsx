// Pause and refresh, for whatever is asked for again and again.
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';

interface PollButtonsProps {
  isPaused: boolean;
  onPaused: (isPaused: boolean) => void;
  onRefresh: () => void;
  /** A request is under way, so that another one would say nothing else. */
  isFetching?: boolean;
}

/** The button keeps its width while its word changes. */
export function PollButtons({ isPaused, onPaused, onRefresh, isFetching }: PollButtonsProps) {
  return (
    <>
      <Button aria-pressed={isPaused} onClick={() => onPaused(!isPaused)}>
        <span className="grid">
          <span className={`col-start-1 row-start-1 ${isPaused ? 'invisible' : ''}`}>Pause</span>
          <span className={`col-start-1 row-start-1 ${isPaused ? '' : 'invisible'}`}>Go on</span>
        </span>
      </Button>
      <IconButton icon="retry" label="Refresh now" onClick={onRefresh} disabled={isFetching} />
    </>
  );
}
