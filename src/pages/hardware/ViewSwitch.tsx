// Which part of the hardware page is open.
import { Segmented } from '#ui/Segmented.tsx';
import type { Choices } from './search.ts';

interface ViewSwitchProps {
  view: Choices['view'];
  onView: (view: Choices['view']) => void;
}

/** The first thing in the bar of every part. */
export function ViewSwitch({ view, onView }: ViewSwitchProps) {
  return (
    <Segmented
      aria-label="Part of the page"
      value={view}
      onValue={onView}
      options={[
        { value: 'table', label: 'Table' },
        { value: 'matrix', label: 'Matrix' },
        { value: 'break-even', label: 'Break-even' },
      ]}
    />
  );
}
