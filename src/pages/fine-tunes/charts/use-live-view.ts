// Chart view with debounced URL updates.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { writeChartView, type ChartView } from './chart-view.ts';

/** Milliseconds without a change that end a movement. */
const restMs = 250;

/** `moving` delays `onView`, `done` calls it at once. */
export type ChangeView = (change: Partial<ChartView>, phase: 'moving' | 'done') => void;

/** @returns the view, and a stable function to change it */
export function useLiveView(
  view: ChartView,
  onView: (view: ChartView, how: 'push' | 'replace') => void,
): readonly [ChartView, ChangeView] {
  const address = JSON.stringify(writeChartView(view));
  const [draft, setDraft] = useState<{ readonly from: string; readonly view: ChartView } | null>(null);
  const timer = useRef(0);
  // A new address (going back, a link) wins. A kept draft would return with its old address.
  if (draft !== null && draft.from !== address) setDraft(null);
  const shown = draft !== null && draft.from === address ? draft.view : view;
  const latest = useRef({ address, shown, onView });

  useLayoutEffect(() => {
    latest.current = { address, shown, onView };
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = useCallback((part: Partial<ChartView>, phase: 'moving' | 'done') => {
    clearTimeout(timer.current);
    const next = { ...latest.current.shown, ...part };
    // The next change may come before a render.
    latest.current.shown = next;
    setDraft({ from: latest.current.address, view: next });
    if (phase === 'done') latest.current.onView(next, 'push');
    else timer.current = Number(setTimeout(() => latest.current.onView(next, 'replace'), restMs));
  }, []);

  return [shown, change];
}
