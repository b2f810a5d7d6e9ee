// What leaves this page in a file holds no key to anything: signed addresses lose their signatures, tokens are left out.

/** A copy of JSON without secrets: fields named like one are gone, addresses have neither query nor user. */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(address, cleanAddress);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      secretName.test(name) ? [] : [[name, withoutSecrets(part)] as const],
    ),
  );
}

/** `token_count` is a figure, `wandb_api_key` is not. */
const secretName =
  /(?:^|_|-)(?:api_?key|secret|password|passwd|authorization|credentials?|private_key|signature|(?:access|api|auth|bearer|hf|session)_?token|token)$/i;

const address = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi;

function cleanAddress(text: string): string {
  const [path = ''] = text.split(/[?#]/);
  return path.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1');
}
