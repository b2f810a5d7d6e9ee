// Loopback host check: localhost, 127.0.0.0/8, ::1.

/** Name or address; IPv6 with or without brackets. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/iu.test(host);
}
