// Finish reasons in words.

/** `3 hit max_tokens, 1 at the end of text`; unknown reasons as sent. */
export function describeFinishes(counts: Iterable<readonly [reason: string, count: number]>): string {
  return [...counts].map(([reason, count]) => `${count} ${words[reason] ?? reason}`).join(', ');
}

const words: Readonly<Record<string, string>> = {
  stop: 'at a stop sequence',
  eos: 'at the end of text',
  length: 'hit max_tokens',
};
