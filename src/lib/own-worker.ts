// Worker start under the content security policy, with Trusted Types.

declare global {
  /** Trusted Types; absent in some browsers. The policy's result is passed on and never read. */
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
 * A module worker of this build.
 * @param url from `import url from './x.ts?worker&url'`
 * @throws TypeError for a script of another origin
 */
export function startOwnWorker(url: string): Worker {
  makeTrusted ??= createTrust();
  return new Worker(makeTrusted(url), { type: 'module' });
}

// A policy's method must be called on its policy.
function createTrust(): (url: string) => string {
  const policy = globalThis.trustedTypes?.createPolicy(policyName, { createScriptURL: (url) => ownUrl(url) });
  return policy === undefined ? ownUrl : (trusted) => policy.createScriptURL(trusted);
}

/** The absolute URL of a same-origin script; throws for any other. */
export function ownUrl(url: string, base: string = globalThis.location.href): string {
  const absolute = new URL(url, base);
  if (absolute.origin !== new URL(base).origin) throw new TypeError('Only scripts of this page may run.');
  return absolute.href;
}
