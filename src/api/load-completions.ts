// Loader of the lazy chunk for completions, called when the user starts typing.
import type * as completions from './completions.ts';
import { ApiError } from './errors.ts';

/** @throws ApiError (network, not_sent) if the server has a newer build or does not answer */
export async function loadCompletions(): Promise<typeof completions> {
  try {
    return await import('./completions.ts');
  } catch (cause) {
    throw new ApiError(
      'network',
      'Nothing was sent: part of this page could not be loaded. Reload the page; your input is kept.',
      { code: 'not_sent', cause },
    );
  }
}
