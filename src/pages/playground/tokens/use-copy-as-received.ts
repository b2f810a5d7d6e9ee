// Copies text that is drawn in blocks as the one text that it is.
import { useEffect, type RefObject } from 'react';
import { wellFormed } from '#lib/surrogate-safe.ts';

/** Blocks are boxes, and a browser puts line ends between boxes: what is copied is the text itself, whole and well formed. */
export function useCopyAsReceived(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    const handleCopy = (event: ClipboardEvent) => {
      const selection = getSelection();
      if (selection === null || selection.isCollapsed || event.clipboardData === null) return;
      event.clipboardData.setData('text/plain', selectedText(selection));
      event.preventDefault();
    };
    element.addEventListener('copy', handleCopy);
    return () => element.removeEventListener('copy', handleCopy);
  }, [root]);
}

/** The selected part of every text, the texts of several choices with an empty line between. */
function selectedText(selection: Selection): string {
  const range = selection.getRangeAt(0);
  const texts = new Map<Element | null, string>();
  for (const block of document.querySelectorAll('[data-block]')) {
    const node = block.lastChild;
    if (!(node instanceof Text) || !range.intersectsNode(node)) continue;
    const from = range.startContainer === node ? range.startOffset : 0;
    const to = range.endContainer === node ? range.endOffset : node.length;
    const whole = block.parentElement;
    texts.set(whole, (texts.get(whole) ?? '') + node.data.slice(from, to));
  }
  return [...texts.values()].map(wellFormed).join('\n\n');
}
