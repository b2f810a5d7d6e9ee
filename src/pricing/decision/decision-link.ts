// A decision as the fragment of an address: browsers send it to no server, and it holds prices and terms, never a key.
import { Decision } from './decision.ts';
import { packJson, unpackJson } from '#lib/packed-json.ts';

/** What stands before the packed decision. */
export const decisionMark = '#decision=';

/** Raised when the shape changes. */
const version = 1;

/** A decision takes about 400 characters; a longer fragment is not even unpacked. */
const longest = 8_000;
const maxBytes = 16_384;

/** A fragment of some 400 characters. */
export async function writeDecisionLink(decision: Decision): Promise<string> {
  return decisionMark + (await packJson({ version, decision }));
}

/** A decision, or a sentence about what is wrong with the link. */
export type DecisionReading =
  | { readonly ok: true; readonly decision: Decision }
  | { readonly ok: false; readonly message: string };

/** Reads a fragment that begins with the mark. Never throws; what a link holds besides a decision is left out. */
export async function readDecisionLink(fragment: string): Promise<DecisionReading> {
  const packed = fragment.slice(decisionMark.length);
  if (packed.length > longest) return refuse('The link is longer than a decision can be. It was not opened.');
  const value = await unpackJson(packed, maxBytes);
  if (value === undefined) return refuse('The link is damaged: perhaps its end was cut off.');
  if (typeof value !== 'object' || value === null || !('version' in value) || value.version !== version)
    return refuse('The link was made by another version of this page.');
  const reading = Decision.safeParse('decision' in value ? value.decision : undefined);
  if (!reading.success) return refuse('The link does not hold a decision.');
  return { ok: true, decision: reading.data };
}

function refuse(message: string): DecisionReading {
  return { ok: false, message };
}
