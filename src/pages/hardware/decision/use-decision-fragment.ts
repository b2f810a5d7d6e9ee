// Whether the page was opened by a link that holds a decision: looked at once, and again when a link is pasted.
import { useEffect, useEffectEvent, useState } from 'react';
import { decisionMark, readDecisionLink, type DecisionReading } from '#pricing/decision/decision-link.ts';

/** A decision that came with the address. */
export interface Arrival {
  readonly reading: DecisionReading | null;
  /** Forgets it; the address has lost it with the first change. */
  readonly close: () => void;
}

/** @param onArrival called once for every decision that could be read */
export function useDecisionFragment(onArrival: (reading: DecisionReading) => void): Arrival {
  const [fragment, setFragment] = useState(readFragment);
  const [read, setRead] = useState<{ readonly of: string; readonly reading: DecisionReading } | null>(null);
  const arrive = useEffectEvent(onArrival);
  useEffect(() => {
    const handleChange = () => setFragment((before) => readFragment() ?? before);
    addEventListener('hashchange', handleChange);
    return () => removeEventListener('hashchange', handleChange);
  }, []);
  useEffect(() => {
    if (fragment === null) return undefined;
    let isGone = false;
    const open = async () => {
      const reading = await readDecisionLink(fragment);
      if (isGone) return;
      setRead({ of: fragment, reading });
      arrive(reading);
    };
    void open();
    return () => {
      isGone = true;
    };
  }, [fragment]);
  return {
    reading: read !== null && read.of === fragment ? read.reading : null,
    close: () => setFragment(null),
  };
}

function readFragment(): string | null {
  return location.hash.startsWith(decisionMark) ? location.hash : null;
}
