// Scroll positions of a page and its tables, kept in the history entry.

const pauseMs = 200;
/** A page that has not grown for so long is complete. */
const calmMs = 1000;
const inputs = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * After Back, and after a reload, the box is where it was left, as soon as its content reaches that far; else at its top.
 * @param name of the box within the page
 * @returns ends it
 */
export function keepScroll(box: HTMLElement, name: string): () => void {
  let wanted = keptTops()[name] ?? null;
  if (wanted === null) box.scrollTo({ top: 0 });
  const { pathname } = location;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let calm: ReturnType<typeof setTimeout> | undefined;
  const note = () => {
    // A page stays on screen while the next one loads, whose history entry is its own.
    if (location.pathname === pathname && wanted === null)
      history.replaceState({ ...keptTops(), [name]: box.scrollTop }, '');
  };
  const noteLater = () => {
    clearTimeout(timer);
    timer = setTimeout(note, pauseMs);
  };
  const settle = () => {
    if (wanted === null) return;
    box.scrollTo({ top: wanted });
    clearTimeout(calm);
    if (Math.abs(box.scrollTop - wanted) < 1) calm = setTimeout(letGo, calmMs);
  };
  const letGo = () => {
    if (wanted === null) return;
    wanted = null;
    noteLater();
  };
  // A page comes in parts, some above what was seen.
  const sizes = new ResizeObserver(settle);
  const observeAll = () => {
    for (const part of box.children) sizes.observe(part);
  };
  const parts = new MutationObserver(observeAll);
  observeAll();
  parts.observe(box, { childList: true });
  settle();
  box.addEventListener('scroll', noteLater, { passive: true });
  for (const input of inputs) addEventListener(input, letGo, { capture: true, passive: true });
  return () => {
    clearTimeout(timer);
    clearTimeout(calm);
    sizes.disconnect();
    parts.disconnect();
    box.removeEventListener('scroll', noteLater);
    for (const input of inputs) removeEventListener(input, letGo, { capture: true });
  };
}

/** By the name of the box. */
function keptTops(): Readonly<Record<string, number>> {
  const state: unknown = history.state;
  const entries = typeof state === 'object' && state !== null ? Object.entries(state) : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}
