// The address of a decision, made anew when the decision says something else.
import { useEffect, useState } from 'react';
import type { Decision } from '#pricing/decision/decision.ts';
import { writeDecisionLink } from '#pricing/decision/decision-link.ts';

/** The page's own address with the decision behind `#`; empty for the moment that the first one takes. */
export function useDecisionLink(decision: Decision): string {
  const [link, setLink] = useState('');
  useEffect(() => {
    let isGone = false;
    const make = async () => {
      const fragment = await writeDecisionLink(decision);
      if (!isGone) setLink(new URL(location.pathname + location.search + fragment, location.origin).href);
    };
    void make();
    return () => {
      isGone = true;
    };
  }, [decision]);
  return link;
}
