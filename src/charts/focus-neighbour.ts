// Arrow keys among the marks of a chart: the focus goes to the mark before or behind.
import type { KeyboardEvent } from 'react';

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/** For marks that carry `data-mark`, in the order of the document; Home and End go to the ends. */
export function focusNeighbour(event: KeyboardEvent<SVGElement>): void {
  const marks = [...(event.currentTarget.ownerSVGElement?.querySelectorAll<SVGElement>('[data-mark]') ?? [])];
  const here = marks.indexOf(event.currentTarget);
  const step = steps[event.key];
  const next =
    step !== undefined
      ? marks[here + step]
      : event.key === 'Home'
        ? marks[0]
        : event.key === 'End'
          ? marks.at(-1)
          : undefined;
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
