// Why no answer came: browsers give every cause the same name, so the causes are told apart by asking elsewhere.
import { isLoopback } from '#lib/loopback.ts';

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
  /** It sends on to another address. Known only where it lets the page read that. */
  readonly redirects: boolean;
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
    const models = `${baseUrl}/models`;
    const [own, unread, unfollowed] = await Promise.all([
      answerOf('/', { method: 'HEAD', redirect: 'error' }, signal),
      isOwnServer ? null : answerOf(models, { mode: 'no-cors', credentials: 'omit' }, signal),
      isOwnServer ? null : answerOf(models, { redirect: 'manual', credentials: 'omit' }, signal),
    ]);
    await new Promise((resolve) => setTimeout(resolve));
    return describeFindings({
      isOnline: navigator.onLine,
      ownServerAnswers: own !== null,
      isOwnServer,
      isBlocked: policy.hasBlocked(baseUrl),
      isMixed:
        location.protocol === 'https:' && address.protocol === 'http:' && !isLoopback(address.hostname),
      answersUnread: unread !== null,
      redirects: unfollowed?.type === 'opaqueredirect',
    });
  } finally {
    policy.stop();
  }
}

/** The sentence for what was found. */
export function describeFindings(found: ReachFindings): string {
  if (found.isBlocked)
    return 'This page is not allowed to talk to that address. Its server names the addresses it may reach (INFERDECK_CONNECT), and this is not one of them; nothing was sent. Start it with that address named there.';
  if (found.isMixed)
    return 'This page came by https, and a browser lets it ask no plain http address. Use the service’s https address.';
  if (!found.isOnline) return 'This device is offline. Connect it, then try again.';
  if (found.isOwnServer)
    return found.ownServerAnswers
      ? 'This page’s own server answers again. The connection broke on the way; try again.'
      : 'This page’s own server does not answer. Start it again, or check the way to it.';
  if (found.redirects)
    return 'The service redirects to another address, which a request with a token does not follow. Use the address that it redirects to.';
  if (found.answersUnread)
    return 'The service answers, but does not let this page read it: it must allow this page’s origin (CORS), or it redirects to another address. The network is not at fault.';
  return found.ownServerAnswers
    ? 'This page’s own server answers, that address does not. The service is down, its address is wrong, or something between refuses it.'
    : 'This page’s own server does not answer either. The network of this device is the likely cause.';
}

/** Null where no answer came. */
async function answerOf(url: string, init: RequestInit, signal: AbortSignal): Promise<Response | null> {
  try {
    const response = await fetch(url, {
      ...init,
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    });
    await response.body?.cancel();
    return response;
  } catch {
    return null;
  }
}

/** Watches from its making until `stop`. */
interface PolicyWatch {
  /** Whether a request to the origin of this address was refused. */
  readonly hasBlocked: (baseUrl: string) => boolean;
  readonly stop: () => void;
}

/** The browser reports its refusal in a task of its own, after the request has failed: wait for one before asking. */
function watchPolicy(): PolicyWatch {
  const blocked = new Set<string>();
  const handle = (event: SecurityPolicyViolationEvent) => blocked.add(event.blockedURI);
  document.addEventListener('securitypolicyviolation', handle);
  return {
    hasBlocked: (baseUrl) => [...blocked].some((uri) => originOf(uri) === originOf(baseUrl)),
    stop: () => document.removeEventListener('securitypolicyviolation', handle),
  };
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
