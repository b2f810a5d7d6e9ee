// Decision result.
import { useId, useState } from 'react';
import { noValue } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Figure, InstrumentStrip } from '#ui/InstrumentStrip.tsx';
import { Popover } from '#ui/Popover.tsx';
import { TextInput } from '#ui/Field.tsx';
import { saveFile } from '#ui/FileButton.tsx';
import { decisionCard, decisionMarkdown, localDay, warningWords, type MonthFigure } from './decision-card.ts';
import { useDecisionLink, type Decision } from './decision.ts';
import { drawCard } from './draw-card.ts';

interface DecisionFiguresProps {
  decision: Decision;
  /** Labels of invalid fields: nothing is known with any. */
  unread: readonly string[];
  /** Null while the offer is checked. */
  onCheckOffer: (() => void) | null;
}

export function DecisionFigures({ decision, unread, onCheckOffer }: DecisionFiguresProps) {
  const { title, figures: known, lines, verdict, assumptions, prices, warnings } = decisionCard(decision);
  const problem = unread.length === 0 ? null : unreadInWords(unread);
  const figures =
    problem === null ? known : known.map(({ label }) => ({ label, text: noValue, formula: problem }));
  const [headline, rest] = lines.map((line) =>
    line === verdict ? (
      <output key="verdict" aria-label="Verdict">
        {line}
      </output>
    ) : (
      line
    ),
  );
  return (
    <div className="shrink-0">
      <div className="flex items-start gap-3 px-4 pt-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-figure font-medium text-pretty">{problem ?? headline}</h2>
          {/* Without the terms that name them. */}
          <p className="hidden font-mono text-muted print:block">{title}</p>
          {problem === null && rest !== undefined && <p className="mt-1 text-pretty">{rest}</p>}
        </div>
        <HowButton what="each figure" figures={figures} />
      </div>
      <InstrumentStrip label="Decision figures">
        {figures.map(({ label, text, formula }) => (
          <Figure
            key={label}
            label={label}
            minChars={9}
            value={<span title={formula}>{text}</span>}
            {...(isAbsent(text) && { tone: 'faint' as const })}
          />
        ))}
      </InstrumentStrip>
      <div className="px-4 pb-2.5">
        {problem === null && <p className="text-dense text-muted">Assumed: {assumptions.join(' · ')}.</p>}
        <p className="text-dense wrap-anywhere text-faint">{prices.join(' · ')}</p>
      </div>
      {warnings.length > 0 && (
        <ul className="grid gap-1 border-t border-line px-4 py-2">
          {warnings.map((warning) => (
            <li key={warning} className="flex flex-wrap items-center gap-x-3">
              <span className="flex min-w-0 items-start gap-1.5">
                <Icon name="warning" className="h-lh text-warn" />
                {warning}
              </span>
              {warning === warningWords['offer-unknown'] && (
                <Button look="quiet" disabled={onCheckOffer === null} onClick={onCheckOffer ?? undefined}>
                  Try again
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Exported for its test. */
export function unreadInWords(labels: readonly string[]): string {
  return labels.length === 1
    ? `${labels[0]} is invalid; nothing is computed until it is fixed.`
    : `${labels.length} fields are invalid: ${labels.join(', ')}; nothing is computed until they are fixed.`;
}

function isAbsent(text: string): boolean {
  return text === noValue || text === 'unknown' || text === 'cannot serve';
}

interface HowButtonProps {
  what: string;
  figures: readonly { readonly label: string; readonly formula: string }[];
}

export function HowButton({ what, figures }: HowButtonProps) {
  const id = useId();
  return (
    <>
      <Button popoverTarget={id} aria-label={`How ${what} is computed`}>
        How
      </Button>
      <Popover id={id} label={`How ${what} is computed`}>
        {() => (
          <dl className="grid gap-2.5 p-4">
            {figures.map(({ label, formula }) => (
              <div key={label}>
                <dt className="text-dense text-muted">{label}</dt>
                <dd className="font-mono text-dense wrap-anywhere">{formula}</dd>
              </div>
            ))}
          </dl>
        )}
      </Popover>
    </>
  );
}

interface DecisionCardActsProps {
  decision: Decision;
  /** Training and the first month. */
  month: readonly MonthFigure[];
}

/** The link can be read before it is copied. */
export function DecisionCardActs({ decision, month }: DecisionCardActsProps) {
  const link = useDecisionLink(decision);
  const [failure, setFailure] = useState<string | null>(null);

  async function handleSave() {
    setFailure(null);
    try {
      saveFile(await drawCard(decision, month), `decision-${localDay(decision.at)}.png`);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'The image could not be created.');
    }
  }

  return (
    <section aria-label="Decision card" className="grid gap-2 border-t border-line p-4">
      <h2 className="font-strong">Decision card</h2>
      <p className="text-dense text-muted print:hidden">
        The result with dated prices and every assumption. Opened later, the link compares then with now. It
        contains no key.
      </p>
      <p className="hidden text-dense wrap-anywhere print:block">{link}</p>
      <div className="flex gap-2 print:hidden">
        <TextInput
          aria-label="Link to this decision"
          value={link}
          onValue={() => undefined}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton look="plain" text={() => link} label="Copy link" />
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyButton look="plain" text={() => decisionMarkdown(decision, link, month)} label="Copy Markdown" />
        <Button onClick={() => void handleSave()}>
          <Icon name="arrowDown" />
          Save PNG
        </Button>
      </div>
      {failure !== null && (
        <p role="alert" className="text-dense text-bad">
          {failure}
        </p>
      )}
    </section>
  );
}
