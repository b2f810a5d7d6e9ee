// Share link of drafts, without key.
import { Draft } from '#draft/draft.ts';
import { createLinkFragment } from '#lib/link-fragment.ts';

export const draftLink = createLinkFragment({
  name: 'draft',
  version: 1,
  maxBytes: 4 * 1_024 * 1_024,
  parse: (value) => Draft.safeParse(value).data,
});
