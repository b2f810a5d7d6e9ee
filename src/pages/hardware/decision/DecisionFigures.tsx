// Result of a decision: figures, verdict and assumptions, with formulas.
import { useId } from 'react';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Figure, InstrumentStrip } from '#ui/InstrumentStrip.tsx';
import { Popover } from '#ui/Popover.tsx';
import { decisionCard } from './decision-card.ts';
import type { Decision } from './decision.ts';

interface DecisionFiguresProps {
  decision: Decision;
  /** True if a term is unreadable: nothing that depends on it is known. */
  isUnread: boolean;
}

/** Every figure has its formula as its title; "How" shows all of them. */
export function DecisionFigures({ decision, isUnread }: DecisionFiguresProps) {
  const { figures: known, headline, verdict, assumptions, prices, warnings } = decisionCard(decision);
  const figures = isUnread ? known.map(({ label }) => ({ label, text: '—', formula: cannotRead })) : known;
  return (
    <div className="shrink-0">
      <div className="flex items-start gap-3 px-4 pt-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-figure font-medium text-pretty">{isUnread ? cannotRead : headline}</h2>
          {verdict !== null && (
            <output aria-label="Verdict" className="mt-1 block text-pretty">
              {isUnread ? '—' : verdict}
            </output>
          )}
        </div>
        <HowButton what="each figure" figures={figures} />
      </div>
      <InstrumentStrip label="Decision figures">
        {figures.map(({ label, text, formula }) => (
          <Figure
            key={label}
            label={label}
            signs={9}
            value={<span title={formula}>{text}</span>}
            {...(isAbsent(text) && { tone: 'faint' as const })}
          />
        ))}
      </InstrumentStrip>
      <div className="px-4 pb-2.5">
        <p className="text-dense text-muted">Assumed: {isUnread ? '—' : assumptions.join(' · ')}.</p>
        <p className="text-dense wrap-anywhere text-faint">{prices.join(' · ')}</p>
      </div>
      {warnings.length > 0 && (
        <ul className="grid gap-1 border-t border-line px-4 py-2">
          {warnings.map((warning) => (
            <li key={warning} className="flex gap-1.5">
              <Icon name="warning" className="mt-0.5 text-warn" />
              {warning}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const cannotRead = 'A field is invalid; nothing is computed until it is fixed.';

function isAbsent(text: string): boolean {
  return text === '—' || text === 'unknown' || text === 'cannot serve';
}

interface HowButtonProps {
  /** What is explained, such as `the break-even`. */
  what: string;
  figures: readonly { readonly label: string; readonly formula: string }[];
}

/** The formulas are text that can be selected and copied. */
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
