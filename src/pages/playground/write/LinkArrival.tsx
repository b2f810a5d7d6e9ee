// Notice of a draft filled from a link.
import { useEffect, useState } from 'react';
import { replaceDraft, useFilling, useDraft } from '#draft/draft-store.ts';
import { dropFragment } from '#lib/link-fragment.ts';
import { Button } from '#ui/Button.tsx';
import { draftLink } from './link.ts';

interface LinkArrivalProps {
  /** Needs a key per link. */
  fragment: string;
}

/** A damaged link changes nothing. */
export function LinkArrival({ fragment }: LinkArrivalProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isClosed, setClosed] = useState(false);
  const filling = useFilling((state) => state.filling);
  const draft = useDraft((state) => state.draft);

  useEffect(() => {
    let isGone = false;
    const arrive = async () => {
      const reading = await draftLink.read(fragment);
      if (isGone) return;
      if (reading.ok) replaceDraft(reading.value, { how: 'link' });
      else setFailure(`${reading.message} Nothing was changed.`);
      dropFragment();
    };
    void arrive();
    return () => {
      isGone = true;
    };
  }, [fragment]);

  if (isClosed) return null;
  if (failure !== null)
    return (
      <div className="mb-3 flex flex-wrap items-center gap-3 font-sans text-dense text-bad">
        <p role="alert">{failure}</p>
        <Button look="quiet" onClick={() => setClosed(true)}>
          Close
        </Button>
      </div>
    );
  if (filling?.origin.how !== 'link' || draft.prompt !== filling.draft.prompt) return null;
  return (
    <output className="mb-3 flex flex-wrap items-center gap-3 font-sans text-dense text-muted">
      Filled from a link. Nothing was sent.
      <Button
        onClick={() => {
          replaceDraft(filling.before, { how: 'history' });
          setClosed(true);
        }}
      >
        Undo
      </Button>
      <Button look="quiet" onClick={() => setClosed(true)}>
        Keep
      </Button>
    </output>
  );
}
