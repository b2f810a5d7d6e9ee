// The view as it moves under the hand: on screen at once, in the address when the hand rests.
import { useEffect, useRef, useState } from 'react';
import { writeChartView, type ChartView } from './chart-view.ts';

/** Milliseconds without a change after which a movement counts as ended. */
const restMs = 250;

/** Changes the named parts of the view. `moving` is shown now and told later, `done` is told at once. */
export type ChangeView = (change: Partial<ChartView>, phase: 'moving' | 'done') => void;

/** @returns the view to show, and how to change it */
export function useLiveView(
  view: ChartView,
  onView: (view: ChartView, how: 'push' | 'replace') => void,
): readonly [ChartView, ChangeView] {
  const address = JSON.stringify(writeChartView(view));
  const [draft, setDraft] = useState<{ readonly from: string; readonly view: ChartView } | null>(null);
  const timer = useRef(0);
  // What the address says meanwhile counts more: somebody went back, or followed a link.
  const shown = draft !== null && draft.from === address ? draft.view : view;

  useEffect(() => () => clearTimeout(timer.current), []);

  function change(part: Partial<ChartView>, phase: 'moving' | 'done') {
    clearTimeout(timer.current);
    // A function, because several changes may come before the next render.
    setDraft((now) => ({
      from: address,
      view: { ...(now !== null && now.from === address ? now.view : view), ...part },
    }));
    const next = { ...shown, ...part };
    if (phase === 'done') onView(next, 'push');
    else timer.current = Number(setTimeout(() => onView(next, 'replace'), restMs));
  }

  return [shown, change];
}
