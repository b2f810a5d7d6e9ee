// Starts a worker under the page's policy, which lets scripts come from this origin alone.

declare global {
  /** Trusted Types; absent where the browser has none. What a policy makes is handed on and never read. */
  var trustedTypes:
    | {
        createPolicy: (
          name: string,
          rules: { readonly createScriptURL: (url: string) => string },
        ) => { readonly createScriptURL: (url: string) => string };
      }
    | undefined;
}

/** The only policy that the server's headers allow. */
const policyName = 'inferdeck-worker';

let makeTrusted: ((url: string) => string) | undefined;

/**
 * A module worker of this page's own build.
 * @param url as `import url from './x.ts?worker&url'` gives it
 * @throws TypeError for a script of another origin
 */
export function startOwnWorker(url: string): Worker {
  makeTrusted ??= createTrust();
  return new Worker(makeTrusted(url), { type: 'module' });
}

// A policy's method refuses to be called away from its policy.
function createTrust(): (url: string) => string {
  const policy = globalThis.trustedTypes?.createPolicy(policyName, { createScriptURL: (url) => ownUrl(url) });
  return policy === undefined ? ownUrl : (trusted) => policy.createScriptURL(trusted);
}

/** The absolute address of a script of this origin; any other is refused. */
export function ownUrl(url: string, base: string = globalThis.location.href): string {
  const absolute = new URL(url, base);
  if (absolute.origin !== new URL(base).origin) throw new TypeError('Only scripts of this page may run.');
  return absolute.href;
}
