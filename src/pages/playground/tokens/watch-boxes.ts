// One observer for all blocks of text: a long answer has hundreds, and an observer each costs more than what it sees.

/** What is told about a box. */
export interface BoxListener {
  /** The box came near the window, or went away from it; told once at the beginning. */
  readonly onNear: (isNear: boolean) => void;
  /** The width changed; not told at the beginning. */
  readonly onWidth: () => void;
}

/** Distance to the window at which a box counts as near. */
const nearness = '400px';

const watched = new Map<Element, BoxListener & { width: number | null }>();

let observers: { readonly near: IntersectionObserver; readonly size: ResizeObserver } | null = null;

/** Watches a box. @returns the way to end it */
export function watchBox(box: Element, listener: BoxListener): () => void {
  observers ??= {
    near: new IntersectionObserver(tellNearness, { rootMargin: nearness }),
    size: new ResizeObserver(tellWidth),
  };
  const { near, size } = observers;
  watched.set(box, { ...listener, width: null });
  near.observe(box);
  size.observe(box);
  return () => {
    watched.delete(box);
    near.unobserve(box);
    size.unobserve(box);
  };
}

function tellNearness(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) watched.get(target)?.onNear(isIntersecting);
}

// The first report is of the width at the beginning: asking the box for it would lay out the page once a box.
function tellWidth(entries: readonly ResizeObserverEntry[]): void {
  for (const { target, contentRect } of entries) {
    const box = watched.get(target);
    if (box === undefined || box.width === contentRect.width) continue;
    const isFirst = box.width === null;
    box.width = contentRect.width;
    if (!isFirst) box.onWidth();
  }
}
