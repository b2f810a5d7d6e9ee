// Share link of the draft.
import { useMemo } from 'react';
import { formatCount } from '#lib/format.ts';
import { useDraft } from '#draft/draft-store.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { TextInput } from '#ui/Field.tsx';
import { useWrittenFragment } from '#ui/use-link-fragment.ts';
import { draftLink } from './link.ts';

/** Some programs cut longer links. */
const safeLength = 8_000;

/** @param model in effect, even if the draft names none */
export function LinkView({ model }: { model: string }) {
  const draft = useDraft((state) => state.draft);
  const sent = useMemo(() => ({ ...draft, model }), [draft, model]);
  const fragment = useWrittenFragment(draftLink.write, sent);
  const link = fragment && new URL(`/${fragment}`, location.origin).href;

  return (
    <div className="grid gap-3 p-4 font-sans text-base">
      <p className="text-dense text-muted">
        Opens this prompt and its parameters. Nothing runs. It contains no key and no service address.
      </p>
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <TextInput
            aria-label="Link"
            value={link}
            onValue={() => undefined}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
        </div>
        <CopyButton text={() => link} />
      </div>
      <p className={`text-dense ${link.length > safeLength ? 'text-warn' : 'text-faint'}`}>
        {formatCount(link.length)} characters
        {link.length > safeLength && ': some programs cut off links this long. A recording holds more.'}
      </p>
    </div>
  );
}
