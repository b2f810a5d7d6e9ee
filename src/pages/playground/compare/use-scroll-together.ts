// Scrolls texts that stand side by side together: the one under the hand leads.
import { useEffect, type RefObject } from 'react';

/** Follows every `[data-scroll]` inside the root while it is on. What is shorter stays at its own end. */
export function useScrollTogether(root: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const element = root.current;
    if (element === null || !isOn) return undefined;
    let leader: Element | null = null;
    const handleHand = ({ target }: Event) => {
      leader = target instanceof Element ? target.closest('[data-scroll]') : null;
    };
    const handleScroll = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || target !== leader) return;
      for (const other of element.querySelectorAll('[data-scroll]')) {
        if (other !== leader) other.scrollTop = target.scrollTop;
      }
    };
    const hands = ['wheel', 'pointerdown', 'keydown', 'focusin'] as const;
    for (const hand of hands) element.addEventListener(hand, handleHand, { capture: true, passive: true });
    element.addEventListener('scroll', handleScroll, { capture: true, passive: true });
    return () => {
      for (const hand of hands) element.removeEventListener(hand, handleHand, { capture: true });
      element.removeEventListener('scroll', handleScroll, { capture: true });
    };
  }, [root, isOn]);
}
