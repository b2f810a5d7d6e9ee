// Payloads as the four dialects of the wire send them.
import { noViewCounts, readPayload } from '#api/read-view.ts';

/** A chunk exactly as the interface document describes it. */
export function documentedChunk(text: string, rest: object = {}): Record<string, unknown> {
  return {
    id: 'cmpl-1',
    token: { id: 464, text, logprob: -0.25, special: false },
    choices: [{ index: 0, text }],
    usage: null,
    seed: 7,
    finish_reason: null,
    ...rest,
  };
}

/** One event of a stream. */
export function event(payload: unknown): string {
  return `data: ${typeof payload === 'string' ? payload : JSON.stringify(payload)}\n\n`;
}

/** A whole stream: these payloads, then [DONE]. */
export function streamOf(...payloads: readonly unknown[]): string {
  return `${payloads.map(event).join('')}data: [DONE]\n\n`;
}

/** UTF-8 bytes of a text. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The bytes split at these positions, modulo the length; the pieces join to the same bytes. */
export function splitAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const cuts = [...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted((a, b) => a - b);
  return [0, ...cuts].map((from, i) => bytes.subarray(from, cuts[i] ?? bytes.length));
}

/** The view of a payload, given as JSON text or a value, with its counts of irregularities. */
export function readOne(payload: unknown, n = 1) {
  const counts = noViewCounts();
  const found = readPayload(typeof payload === 'string' ? payload : JSON.stringify(payload), n, counts);
  return { counts, view: found.kind === 'view' ? found.view : null, kind: found.kind };
}
