// What every answer of the service says to the browser about itself.

/** Set on every answer under /v1 and /session: not to be stored, sniffed, or embedded by another origin. */
export const ANSWER_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
