// Sharing a decision as link, Markdown or image, never with a key.
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { TextInput } from '#ui/Field.tsx';
import { saveFile } from '#ui/save-file.ts';
import { decisionMarkdown } from './decision-card.ts';
import { useDecisionLink } from './decision-link.ts';
import type { Decision } from './decision.ts';
import { readCardPaint, drawCard } from './draw-card.ts';

/** The link is shown at once, so that it can be read before it is copied. */
export function DecisionCardActs({ decision }: { decision: Decision }) {
  const link = useDecisionLink(decision);
  const [failure, setFailure] = useState<string | null>(null);

  function handleSave() {
    setFailure(null);
    savePicture(decision).catch((error: unknown) =>
      setFailure(error instanceof Error ? error.message : 'The image could not be created.'),
    );
  }

  return (
    <section aria-label="Decision card" className="grid gap-2 border-t border-line p-4">
      <h2 className="font-strong">Decision card</h2>
      <p className="text-dense text-muted print:hidden">
        The result with dated prices and every assumption. Opened later, the link compares then with now. It
        contains no key.
      </p>
      <p className="hidden text-dense wrap-anywhere print:block">{link}</p>
      <div className="print:hidden">
        <TextInput
          aria-label="Link to this decision"
          value={link}
          onValue={() => undefined}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
      <div className="-ml-2.5 flex flex-wrap gap-1">
        <CopyButton text={() => link} label="Copy link" />
        <CopyButton text={() => decisionMarkdown(decision, link)} label="Copy Markdown" />
        <Button onClick={handleSave}>Save PNG</Button>
      </div>
      {failure !== null && (
        <p role="alert" className="text-dense text-bad">
          {failure}
        </p>
      )}
    </section>
  );
}

async function savePicture(decision: Decision): Promise<void> {
  const picture = await drawCard(decision, readCardPaint());
  saveFile(picture, `decision-${decision.at.slice(0, 10)}.png`);
}
