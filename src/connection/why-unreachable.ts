// Why no answer came: browsers give every cause the same name, so the causes are told apart by asking elsewhere.
import { isLoopback } from '#lib/loopback.ts';
import { watchPolicy } from './policy-watch.ts';

/** What the questions brought. */
export interface ReachFindings {
  readonly isOnline: boolean;
  /** The page's own server answered. */
  readonly ownServerAnswers: boolean;
  /** The address lies on the page's own server. */
  readonly isOwnServer: boolean;
  /** The page's own policy forbids the address. */
  readonly isBlocked: boolean;
  /** An https page may not ask a plain http address. */
  readonly isMixed: boolean;
  /** Something answers at the address, though the page may not read it. */
  readonly answersUnread: boolean;
}

/** Milliseconds that each question may take. */
const patienceMs = 5_000;

/**
 * Asks the page's own server and, without a token, the address itself; sends no completion.
 * @returns a sentence with the likely cause and what can be done. Never throws
 */
export async function whyUnreachable(baseUrl: string, signal: AbortSignal): Promise<string> {
  const address = new URL(baseUrl, location.href);
  const isOwnServer = address.origin === location.origin;
  const policy = watchPolicy();
  try {
    const [ownServerAnswers, answersUnread] = await Promise.all([
      answers('/', { method: 'HEAD', redirect: 'error' }, signal),
      isOwnServer ? false : answers(`${baseUrl}/models`, { mode: 'no-cors', credentials: 'omit' }, signal),
    ]);
    await new Promise((resolve) => setTimeout(resolve));
    return describeFindings({
      isOnline: navigator.onLine,
      ownServerAnswers,
      isOwnServer,
      isBlocked: policy.hasBlocked(baseUrl),
      isMixed:
        location.protocol === 'https:' && address.protocol === 'http:' && !isLoopback(address.hostname),
      answersUnread,
    });
  } finally {
    policy.stop();
  }
}

/** The sentence for what was found. */
export function describeFindings(found: ReachFindings): string {
  if (found.isBlocked)
    return 'Found: this page is not allowed to talk to that address. Its server names the addresses it may reach (INFERDECK_CONNECT), and this is not one of them; nothing was sent.';
  if (found.isMixed)
    return 'Found: this page came by https, and a browser lets it ask no plain http address. Use the service’s https address.';
  if (!found.isOnline) return 'Found: this device is offline. Connect it, then send again.';
  if (found.isOwnServer)
    return found.ownServerAnswers
      ? 'Found: this page’s own server answers again. The connection broke on the way; send again.'
      : 'Found: this page’s own server does not answer. Start it again, or check the way to it.';
  if (found.answersUnread)
    return 'Found: the service answers, but does not let this page read it: it must allow this page’s origin (CORS), or it redirects. The network is not at fault.';
  return found.ownServerAnswers
    ? 'Found: this page’s own server answers, that address does not. The service is down, its address is wrong, or something between refuses it.'
    : 'Found: this page’s own server does not answer either. The network of this device is the likely cause.';
}

async function answers(url: string, init: RequestInit, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(url, {
      ...init,
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
