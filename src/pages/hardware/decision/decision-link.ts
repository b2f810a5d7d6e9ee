// Decision in the URL fragment.
import { useEffect, useEffectEvent, useState } from 'react';
import { packJson, unpackJson } from '#lib/packed-json.ts';
import { Decision } from './decision.ts';

export const decisionMark = '#decision=';

/** Increment when the shape changes. */
const version = 1;

/** A decision takes about 400 characters. */
const longest = 8_000;
const maxBytes = 16_384;

export async function writeDecisionLink(decision: Decision): Promise<string> {
  return decisionMark + (await packJson({ version, decision }));
}

type DecisionReading =
  | { readonly ok: true; readonly decision: Decision }
  | { readonly ok: false; readonly message: string };

/** Never throws; drops anything besides a decision. */
export async function readDecisionLink(fragment: string): Promise<DecisionReading> {
  const packed = fragment.slice(decisionMark.length);
  if (packed.length > longest) return refuse('The link is too long to be a decision. It was not opened.');
  const value = await unpackJson(packed, maxBytes);
  if (value === undefined) return refuse('The link is damaged; its end may have been cut off.');
  if (typeof value !== 'object' || value === null || !('version' in value) || value.version !== version)
    return refuse('The link was made by another version of this page.');
  const reading = Decision.safeParse('decision' in value ? value.decision : undefined);
  if (!reading.success) return refuse('The link contains no decision.');
  return { ok: true, decision: reading.data };
}

function refuse(message: string): DecisionReading {
  return { ok: false, message };
}

interface Arrival {
  readonly reading: DecisionReading | null;
  /** Forgets it; the URL loses it with the first change. */
  readonly close: () => void;
}

/** @param onArrival for every readable decision */
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

/** Empty until packed. */
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
