// A count before the window's title, so that a tab in the background can say that something happened.

let count = 0;
let observer: MutationObserver | undefined;

/** `(2) Hardware · Inferdeck`; 0 takes it away. It stays when the page writes another title. */
export function setTitleBadge(next: number): void {
  count = next;
  if (observer === undefined && count > 0) {
    observer = new MutationObserver(write);
    const title = document.querySelector('title');
    if (title) observer.observe(title, { childList: true, characterData: true, subtree: true });
  }
  write();
}

function write() {
  const plain = document.title.replace(/^\(\d+\) /, '');
  const wanted = count > 0 ? `(${count}) ${plain}` : plain;
  if (document.title !== wanted) document.title = wanted;
}
