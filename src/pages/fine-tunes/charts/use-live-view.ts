// Chart view with debounced URL updates.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { writeChartView, type ChartView } from './chart-view.ts';

/** Milliseconds without a change after which a movement counts as ended. */
const restMs = 250;

/** Changes the named parts of the view. `moving` is shown now and told later, `done` is told at once. */
export type ChangeView = (change: Partial<ChartView>, phase: 'moving' | 'done') => void;

/** @returns the view to show, and how to change it: always the same function */
export function useLiveView(
  view: ChartView,
  onView: (view: ChartView, how: 'push' | 'replace') => void,
): readonly [ChartView, ChangeView] {
  const address = JSON.stringify(writeChartView(view));
  const [draft, setDraft] = useState<{ readonly from: string; readonly view: ChartView } | null>(null);
  const timer = useRef(0);
  // What the address says meanwhile counts more: somebody went back, or followed a link. A draft that was kept would
  // come back with the address that it was made from.
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
    // Another change may come before the next render, and must build on this one.
    latest.current.shown = next;
    setDraft({ from: latest.current.address, view: next });
    if (phase === 'done') latest.current.onView(next, 'push');
    else timer.current = Number(setTimeout(() => latest.current.onView(next, 'replace'), restMs));
  }, []);

  return [shown, change];
}
