// Why history is not kept in this browser, in words.
import type { Trouble } from './sheltered-storage.ts';

/** What is the matter, and what it means for what a person does. */
export const troubleWords: Readonly<Record<Trouble, string>> = {
  blocked:
    'This browser does not let the page keep history, as in a private window. It lasts until the page is closed; export what you need.',
  full: 'This browser has no room left for history. What is new lasts until the page is closed; export it, or free space in the History tab.',
  outdated:
    'A newer version of this page has taken over the history. What is new here lasts until the page is closed; export it, then reload the page.',
  failed:
    'History could not be written just now. It is tried again with the next change; until then, what is new lasts until the page is closed.',
};
