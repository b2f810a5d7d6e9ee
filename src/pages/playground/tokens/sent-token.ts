// Token details, parsed on demand from recorded events.
import { useEffect, useState } from 'react';
import { lowerBound } from '#lib/bisect.ts';
import { noViewCounts, readPayload, type PieceToken } from '#api/read-view.ts';
import type { Choice } from '#run/choice.ts';
import type { Recording } from '#run/recording.ts';

/** Reads the texts of a restored long run's events, and renders again once they are there. */
export function useEventTexts({ load }: Recording['events']): 'there' | 'loading' | 'unreadable' {
  const [settled, setSettled] = useState<{ readonly load: Load; readonly isRead: boolean } | null>(null);
  useEffect(() => {
    let isLeft = false;
    const settle = (isRead: boolean) => isLeft || setSettled({ load, isRead });
    load?.().then(
      () => settle(true),
      () => settle(false),
    );
    return () => {
      isLeft = true;
    };
  }, [load]);
  if (load === null) return 'there';
  return settled?.load === load && !settled.isRead ? 'unreadable' : 'loading';
}

type Load = Recording['events']['load'];

/** Null without token data. Reads only events with its arrival time. @param n number of choices requested */
export function readSentToken(
  { events }: Pick<Recording, 'events'>,
  choice: Choice,
  token: number,
  n: number,
): PieceToken | null {
  const arrivedMs = choice.arrivals.at(token);
  const times = events.times.view();
  let left = token - lowerBound(choice.arrivals.view(), arrivedMs);
  for (let event = lowerBound(times, arrivedMs); times[event] === arrivedMs; event += 1) {
    for (const tokens of tokensOf(events.texts[event] ?? '', choice.index, n)) {
      if (left < tokens.length) return tokens[left] ?? null;
      left -= tokens.length;
    }
  }
  return null;
}

/** Text without tokens is one unknown token, as in `Choice`. */
function tokensOf(data: string, index: number, n: number): readonly (readonly (PieceToken | null)[])[] {
  const payload = readPayload(data, n, noViewCounts());
  if (payload.kind !== 'view') return [];
  const { pieces, prompt } = payload.view;
  const parts = pieces.flatMap((piece) => (piece.index === index ? [prompt ?? [], piece].flat() : []));
  return parts.map(({ text, tokens }) => (tokens.length > 0 || text === '' ? tokens : [null]));
}
