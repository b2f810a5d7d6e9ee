// Hears when the browser refuses a request because of the page's own policy: only this event tells it from a dead network.

/** Watches from its making until `stop`. */
export interface PolicyWatch {
  /** Whether a request to the origin of this address was refused. */
  readonly hasBlocked: (baseUrl: string) => boolean;
  readonly stop: () => void;
}

/** The browser reports its refusal in a task of its own, after the request has failed: wait for one before asking. */
export function watchPolicy(): PolicyWatch {
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
