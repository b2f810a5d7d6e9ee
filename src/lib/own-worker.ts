// Worker start under the content security policy, with Trusted Types.

declare global {
  /** Absent in some browsers. */
  var trustedTypes:
    | {
        createPolicy: (
          name: string,
          rules: { readonly createScriptURL: (url: string) => string },
        ) => { readonly createScriptURL: (url: string) => string };
      }
    | undefined;
}

/** The only one that the server's headers allow. */
const policyName = 'inferdeck-worker';

let makeTrusted: ((url: string) => string) | undefined;

/**
 * @param url from `import url from './x.ts?worker&url'`
 * @throws TypeError for a script of another origin
 */
export function startOwnWorker(url: string): Worker {
  makeTrusted ??= createTrustedUrls();
  return new Worker(makeTrusted(url), { type: 'module' });
}

// The method must be called on its policy.
function createTrustedUrls(): (url: string) => string {
  const policy = globalThis.trustedTypes?.createPolicy(policyName, {
    createScriptURL: (url) => sameOriginUrl(url),
  });
  return policy === undefined ? sameOriginUrl : (trusted) => policy.createScriptURL(trusted);
}

export function sameOriginUrl(url: string, base: string = globalThis.location.href): string {
  const absolute = new URL(url, base);
  if (absolute.origin !== new URL(base).origin) throw new TypeError('Only scripts of this page may run.');
  return absolute.href;
}
