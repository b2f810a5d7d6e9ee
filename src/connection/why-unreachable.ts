// Diagnosis of network failures, which browsers report without a cause.
import { isLoopback } from '#lib/loopback.ts';

export interface ReachFindings {
  readonly origin: string;
  readonly isOnline: boolean;
  readonly ownServerAnswers: boolean;
  readonly isOwnServer: boolean;
  /** By the page's content security policy. */
  readonly isBlocked: boolean;
  readonly isMixed: boolean;
  /** Something answers, but CORS hides it. */
  readonly answersUnread: boolean;
  /** Known only if the page may read the answer. */
  readonly redirects: boolean;
}

const probeTimeoutMs = 5_000;

/**
 * Probes the page's server and, without a token, the address.
 * @returns a sentence: likely cause and remedy. Never throws
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
      origin: address.origin,
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

export function describeFindings(found: ReachFindings): string {
  if (found.isBlocked)
    return 'This page may not connect to that address, and nothing was sent. Its server allows only the addresses in INFERDECK_CONNECT; add this one and restart it.';
  if (found.isMixed)
    return 'This page was loaded over https, so the browser blocks plain http addresses. Use the service’s https address.';
  if (!found.isOnline) return 'This device is offline. Connect it, then try again.';
  if (found.isOwnServer)
    return found.ownServerAnswers
      ? 'This page’s server is reachable again. The connection was interrupted; try again.'
      : 'This page’s server does not respond. Restart it, or check your network.';
  if (found.redirects)
    return 'The service redirects to another address, which requests with a token do not follow. Use the address it redirects to.';
  if (found.answersUnread)
    return 'The service responds but does not let this page read the response: it must allow this page’s origin (CORS), or it redirects to another address. The network works.';
  return found.ownServerAnswers
    ? `This page’s server responds, but that address does not. Open ${found.origin} in a new tab, whose error names the cause: host not found (check the address), connection refused (start the service, check the port), certificate error (install a trusted certificate), timeout (a firewall blocks it).`
    : 'This page’s server does not respond either. This device’s network is the likely cause.';
}

async function answerOf(url: string, init: RequestInit, signal: AbortSignal): Promise<Response | null> {
  try {
    const response = await fetch(url, {
      ...init,
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, AbortSignal.timeout(probeTimeoutMs)]),
    });
    await response.body?.cancel();
    return response;
  } catch {
    return null;
  }
}

interface PolicyWatch {
  readonly hasBlocked: (baseUrl: string) => boolean;
  readonly stop: () => void;
}

/** Violations are reported in a later task than the failure: wait for one before asking. */
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
