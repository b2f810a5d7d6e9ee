// Connection test: models, completions, hardware, fine-tunes; why a service is unreachable.
import { createClient } from '#api/client.ts';
import type { Connection } from '#api/connection.ts';
import { ApiError } from '#api/errors.ts';
import { send } from '#api/http.ts';
import { formatCounted, formatDuration } from '#lib/format.ts';
import { isLoopback } from '#lib/loopback.ts';

export interface TestOutcome {
  readonly isGood: boolean;
  readonly text: string;
  /** The part of the text that says what is wrong; absent: all of it. */
  readonly problem?: string | null;
}

/**
 * Generates nothing, so it costs nothing. Never throws.
 * @param onWait gets a sentence on what it waits for
 */
export async function testConnection(
  connection: Omit<Connection, 'id'>,
  signal: AbortSignal,
  onWait: (text: string) => void,
): Promise<TestOutcome> {
  const client = createClient({ id: 'test', ...connection });
  const startedMs = performance.now();
  try {
    onWait('Waiting for the list of models…');
    const { items, notes } = await client.listModels({ signal });
    const took = formatDuration(performance.now() - startedMs);
    const connected = `Connected: ${formatCounted(items.length, 'model')} in ${took}.`;
    onWait(`${connected} Waiting for completions, hardware and fine-tunes…`);
    const [problem, hardware, fineTunes] = await Promise.all([
      baseProblem(connection, signal).then(
        (wrongBase) => wrongBase ?? completionProblem({ id: 'test', ...connection }, signal),
      ),
      client.listHardware({ signal }).then(succeeded, failed),
      client.listFineTunes({ signal }).then(succeeded, failed),
    ]);
    signal.throwIfAborted();
    const capabilities = [
      ['completions', problem === null],
      ['hardware', hardware],
      ['fine-tunes', fineTunes],
    ] as const;
    const found = capabilities.flatMap(([name, has]) => (has ? [name] : []));
    const lacking = capabilities.flatMap(([name, has]) => (has ? [] : [name]));
    return {
      isGood: problem === null,
      problem,
      text: [
        connected,
        problem,
        found.length > 0 && `Available: ${found.join(', ')}.`,
        lacking.length > 0 && `Not available: ${lacking.join(', ')}.`,
        ...notes,
      ]
        .filter(Boolean)
        .join(' '),
    };
  } catch (error) {
    return { isGood: false, text: await sentenceOf(error, connection.baseUrl, signal) };
  }
}

const succeeded = () => true;
const failed = () => false;

const versioned = /\/v\d+(?:\/|$)/;

/** The llama.cpp server lists its models outside /v1, too, and completes there in another format. */
async function baseProblem(connection: Omit<Connection, 'id'>, signal: AbortSignal): Promise<string | null> {
  if (versioned.test(connection.baseUrl)) return null;
  const baseUrl = `${connection.baseUrl}/v1`;
  const isThere = await createClient({ id: 'test', ...connection, baseUrl })
    .listModels({ signal })
    .then(succeeded, failed);
  return isThere
    ? `It also answers under ${baseUrl}, where this interface is expected: use that address.`
    : null;
}

/** Sends an empty request, which a service with completions rejects as invalid: then null. */
async function completionProblem(connection: Connection, signal: AbortSignal): Promise<string | null> {
  try {
    const answer = await send(connection, (url, init) => globalThis.fetch(url, init), {
      method: 'POST',
      path: '/completions',
      body: {},
      accept: 'application/json',
      signal,
    });
    answer.close();
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) return 'Completions could not be tested.';
    // Some miss the model with 404, as they do one that they do not have; builds of llama.cpp the prompt with 500.
    const message = error.serviceMessage ?? '';
    const isMissing =
      (error.status === 404 && /\bmodel\b/i.test(message)) ||
      (error.status === 500 && /\bprompt\b/i.test(message));
    if (error.status === 400 || error.status === 422 || error.param !== null || isMissing) return null;
    if (error.status === 404 || error.status === 405 || error.status === 501)
      return 'It lists models but has no POST /completions: it may offer chat completions only. Use a service with text completions.';
    if (error.status === 401 || error.status === 403) {
      // Its whole message advises on the prompt, too, and none was sent.
      const reason = [error.status, error.serviceMessage].filter(Boolean).join(': ');
      return `It lists models but refuses completions with these credentials (${reason}). Use a token that may create completions.`;
    }
    // `transformers serve` completes, but answers this with 500, outside its CORS.
    if (error.kind === 'network')
      return 'It lists models, but the answer to an empty completion request cannot be read: the service must also allow POST with the authorization and content-type headers (CORS), or it fails on an empty request. Run a prompt to see whether it completes.';
    if (error.status === 500)
      return `It lists models, but fails on an empty completion request: ${error.message} Run a prompt to see whether it completes.`;
    return `It lists models, but completions fail: ${error.message}`;
  }
}

async function sentenceOf(error: unknown, baseUrl: string, signal: AbortSignal): Promise<string> {
  if (signal.aborted) return 'The test was cancelled.';
  if (!(error instanceof ApiError)) return 'The test itself failed.';
  // Browsers report every network failure alike.
  if (error.code === 'unreachable') return whyUnreachable(baseUrl, signal);
  if (error.code === 'malformed_answer')
    return `${error.message} A service of another API dialect needs its OpenAI-compatible base address.`;
  // LM Studio answers 200 with an error.
  const isElsewhere = error.status === 404 || error.status === 200 || error.kind === 'decode';
  return isElsewhere && !versioned.test(baseUrl)
    ? `${error.message} Most services answer under ${baseUrl}/v1: the address may be missing /v1.`
    : error.message;
}

export interface ReachFindings {
  readonly origin: string;
  /** Or the service is on this machine and needs no network. */
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
      isOnline: navigator.onLine || isLoopback(address.hostname),
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
  // Before the policy, which may block only where the redirect leads.
  if (found.redirects)
    return 'The service redirects to another address, which requests with a token do not follow. Use the address it redirects to.';
  // Before the policy, too: allowed there, it would be blocked all the same.
  if (found.isMixed)
    return 'This page was loaded over https, so the browser blocks plain http addresses. Use the service’s https address.';
  if (found.isBlocked)
    return 'This page may not connect to that address, and nothing was sent. Its server allows only the addresses in INFERDECK_CONNECT; add this one and restart it.';
  if (!found.isOnline) return 'This device is offline. Connect it, then try again.';
  if (found.isOwnServer)
    return found.ownServerAnswers
      ? 'This page’s server is reachable again. The connection was interrupted; try again.'
      : 'This page’s server does not respond.';
  if (found.answersUnread)
    return 'The service responds but does not let this page read the response: it must allow this page’s origin (CORS), or it redirects to another address. The network works.';
  return found.ownServerAnswers
    ? `This page’s server responds, but that address does not. Open ${found.origin} in a new tab, whose error names the cause: host not found (check the address), connection refused (start the service, check the port), certificate error (install a trusted certificate), invalid or empty response (https to a port that speaks http, or the reverse), timeout (a firewall blocks it). If it opens, the service must allow this page’s origin (CORS).`
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
