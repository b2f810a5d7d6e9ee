// A count before the window's title, so that a tab in the background can say that something happened.

const counts = new Map<string, number>();
let observer: MutationObserver | undefined;

/**
 * `(2) Hardware · Inferdeck`: what all parts of the page count, together. It stays when the page writes another title.
 * @param part whose count it is; 0 takes it away
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
