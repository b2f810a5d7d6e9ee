// Loads what asks for completions, once; a page does it as soon as a person begins to write.
import type * as completions from './completions.ts';
import { ApiError } from './errors.ts';

/** The module. @throws ApiError (network, not_sent) where the server has a newer build or does not answer */
export async function loadCompletions(): Promise<typeof completions> {
  try {
    return await import('./completions.ts');
  } catch (cause) {
    throw new ApiError(
      'network',
      'Nothing was sent: a part of this page could not be loaded. Reload the page; what you wrote is kept.',
      { code: 'not_sent', cause },
    );
  }
}
