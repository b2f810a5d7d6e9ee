// The bias of one token in the next request, set at the token itself.
import { changeDraft, useDraft } from '#pages/playground/draft-store.ts';
import { withBias } from './bias-lines.ts';

/** Changes the draft (null takes the bias out); nothing is sent. `id` in digits. */
export function setBias(id: string, bias: string | null): void {
  changeDraft({ logit_bias: withBias(useDraft.getState().draft.logit_bias, id, bias) });
}
