// What the service said of one token in full, read again from the event that brought it: no memory is spent until someone asks.
import { noViewCounts, readPayload } from '#api/read-view.ts';
import type { PieceToken } from '#api/view.ts';
import type { Choice } from '#run/choice.ts';
import type { Recording } from '#run/recording.ts';

/**
 * The token as it was sent, with its alternatives (`top`) and every digit of its id; null where the service said nothing
 * about tokens. Reads only the events that came at the token's time.
 * @param n how many completions were asked for
 */
export function readSentToken(
  { events }: Pick<Recording, 'events'>,
  lane: Choice,
  token: number,
  n: number,
): PieceToken | null {
  const arrivedMs = lane.arrivals.at(token);
  const times = events.times.view();
  let left = token - firstAt(lane.arrivals.view(), arrivedMs);
  for (let event = firstAt(times, arrivedMs); times[event] === arrivedMs; event += 1) {
    for (const tokens of tokensOf(events.texts[event] ?? '', lane.index, n)) {
      if (left < tokens.length) return tokens[left] ?? null;
      left -= tokens.length;
    }
  }
  return null;
}

/** The tokens that an event adds to a lane, part by part, as the lane counted them: text without tokens is one unknown. */
function tokensOf(data: string, index: number, n: number): readonly (readonly (PieceToken | null)[])[] {
  const payload = readPayload(data, n, noViewCounts());
  if (payload.kind !== 'view') return [];
  const { pieces, prompt } = payload.view;
  const parts = pieces.flatMap((piece) => (piece.index === index ? [prompt ?? [], piece].flat() : []));
  return parts.map(({ text, tokens }) => (tokens.length > 0 || text === '' ? tokens : [null]));
}

/** The first position whose value is not below `wanted`, in numbers that never fall. */
function firstAt(values: Float64Array, wanted: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
