// Where things lie in a checkout.
import { fileURLToPath } from 'node:url';

/** Absolute path of the checkout, without a slash at its end. */
export const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '');
