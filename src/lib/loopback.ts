// Whether a host is this machine itself, which nobody else can reach.

/** Takes a name or an address, as a setting or a URL has it: in any case, IPv6 with or without its brackets. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/iu.test(host);
}
