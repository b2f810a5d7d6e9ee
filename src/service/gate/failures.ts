// Guessing made slow: after a few wrong secrets an address waits.
import { Refusal } from '#service/refusal.ts';

/** Wrong secrets by remote address, within one window of time. */
export interface FailureLimit {
  /** Throws 429 with Retry-After while the address has guessed wrong too often. */
  check(address: string): void;
  /** Counts one wrong secret. */
  count(address: string): void;
}

const WINDOW_MS = 60_000;
const FREE_FAILURES = 10;
const MAX_ADDRESSES = 10_000;

/** Ten wrong secrets a minute for each address; what it remembers is bounded. The clock gives milliseconds. */
export function limitFailures(clock: () => number): FailureLimit {
  const failures = new Map<string, { count: number; until: number }>();
  return {
    check(address) {
      const entry = failures.get(address);
      const waitMs = (entry?.until ?? 0) - clock();
      if (waitMs <= 0) failures.delete(address);
      else if ((entry?.count ?? 0) >= FREE_FAILURES) throw tooMany(waitMs);
    },
    count(address) {
      const entry = failures.get(address) ?? { count: 0, until: clock() + WINDOW_MS };
      failures.delete(address);
      failures.set(address, { ...entry, count: entry.count + 1 });
      const [oldest] = failures.keys();
      if (failures.size > MAX_ADDRESSES && oldest !== undefined) failures.delete(oldest);
    },
  };
}

function tooMany(waitMs: number): Refusal {
  return new Refusal(429, 'Too many wrong secrets from this address. Wait a minute.', {
    code: 'too_many_failures',
    headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
  });
}
