// How much of a token may be seen again: its last four signs, and those only of a long one.

/** As `…3f9c`, so that a person can tell two tokens apart; a short token shows nothing of itself. */
export function tokenTail(token: string): string {
  return token.length >= 16 ? `…${token.slice(-4)}` : '…';
}
