// The short form of a context length, only where it is exact.

/** "128K" for 131072, "1M" for 1048576; null for what 1,024 does not divide. */
export function shortContext(tokens: number): string | null {
  if (tokens < 1024 || tokens % 1024 !== 0) return null;
  const mega = 1024 * 1024;
  return tokens % mega === 0 ? `${tokens / mega}M` : `${tokens / 1024}K`;
}
