// The window title: a name of its own, and a badge.
import { useEffect } from 'react';

/** In place of the name of the page's kind. */
export function useWindowTitle(name: string): void {
  // After the layout effect that sets the latter.
  useEffect(() => setWindowTitle(name), [name]);
}

export function setWindowTitle(name: string): void {
  document.title = `${name} · Inferdeck`;
}

const counts = new Map<string, number>();
let observer: MutationObserver | undefined;

/**
 * `(2) Hardware · Inferdeck`: the sum of all parts; survives a changed title.
 * @param part owner of the count; 0 removes it
 */
export function setTitleBadge(part: string, count: number): void {
  if (count === (counts.get(part) ?? 0)) return;
  counts.set(part, count);
  if (observer === undefined) {
    observer = new MutationObserver(write);
    const title = document.querySelector('title');
    if (title) observer.observe(title, { childList: true, characterData: true, subtree: true });
  }
  write();
}

function write() {
  const sum = [...counts.values()].reduce((one, other) => one + other, 0);
  const plain = document.title.replace(/^\(\d+\) /, '');
  const wanted = sum > 0 ? `(${sum}) ${plain}` : plain;
  if (document.title !== wanted) document.title = wanted;
}
