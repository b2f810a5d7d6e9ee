// Charts bench, in the page.

export interface Shown {
  /** To the frame after the first lines. */
  readonly firstMs: number;
  /** To smoothed lines. */
  readonly wholeMs: number;
}

/** Resolves once the chart reports all `points`. */
export async function watchFirst(show: () => void, points: number): Promise<Shown> {
  const startedAt = performance.now();
  show();
  let firstMs = 0;
  for (;;) {
    await frame();
    const caption = document.querySelector('figcaption')?.textContent ?? '';
    if (firstMs === 0 && caption.startsWith(points.toLocaleString('en-US')))
      firstMs = performance.now() - startedAt;
    const isBusy = document.querySelector('[aria-busy="true"]') !== null;
    if (firstMs > 0 && !isBusy) return { firstMs, wholeMs: performance.now() - startedAt };
    if (performance.now() - startedAt > 30_000) throw new Error(`The chart did not come: ${caption}`);
  }
}

/** From the event to the second frame after it. */
export async function watchNotches(kind: 'zoom' | 'pan'): Promise<number[]> {
  const plot = document.querySelector('[role="slider"][aria-label^="Loss"]');
  if (plot === null) throw new Error('There is no plot.');
  const { left, width } = plot.getBoundingClientRect();
  const times: number[] = [];
  for (let round = 0; round < 24; round += 1) {
    await frame();
    const startedAt = performance.now();
    plot.dispatchEvent(
      new WheelEvent('wheel', {
        bubbles: true,
        cancelable: true,
        clientX: left + width * 0.4,
        deltaY: kind === 'zoom' ? -40 : 0,
        deltaX: kind === 'zoom' ? 0 : round % 2 === 0 ? 60 : -60,
        ctrlKey: kind === 'zoom',
      }),
    );
    await frame();
    await frame();
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** Lines across a row, one per spike. @param share of the height, from the top */
export function strokesAt(share: number): number {
  const canvas = document.querySelector('canvas');
  const context = canvas?.getContext('2d');
  if (!canvas || !context) throw new Error('There is no canvas.');
  const { data } = context.getImageData(0, Math.round(canvas.height * share), canvas.width, 1);
  let strokes = 0;
  let isInside = false;
  for (let x = 0; x < canvas.width; x += 1) {
    const isDrawn = (data[x * 4 + 3] ?? 0) > 20;
    if (isDrawn && !isInside) strokes += 1;
    isInside = isDrawn;
  }
  return strokes;
}

function frame(): Promise<unknown> {
  return new Promise(requestAnimationFrame);
}
