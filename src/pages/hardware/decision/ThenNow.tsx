// A decision opened from a link, at today's prices.
import type { Hardware } from '#api/schema/hardware.ts';
import { isSampleModel, type Model } from '#api/schema/model.ts';
import { formatChange, formatCounted } from '#lib/format.ts';
import { dropFragment } from '#lib/link-fragment.ts';
import { amountInFormula, formatAmount, formatDollars, priceNumber } from '#pricing/money.ts';
import { dollarsPerHour } from '#pricing/rate.ts';
import { restated } from '#pricing/sample-prices.ts';
import { tokenUnit, tokenUnits, type TokenUnit } from '#pricing/units.ts';
import { formatShort } from '#pricing/workload.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { type PlainColumn, PlainTable } from '#ui/PlainTable.tsx';
import {
  canServe,
  isNeverReached,
  isNotOffered,
  computeBreakEven,
  verdictSentence,
  type BreakEven,
} from './break-even.ts';
import { costPeriod, hourly, localDay } from './decision-card.ts';
import { pairInWords, type Decision, type OpenedDecision } from './decision.ts';
import { hardwareFacts, modelFacts, useServiceName } from './use-decision.ts';

interface SharedDecisionProps {
  models: readonly Model[];
  hardware: readonly Hardware[];
  readAtMs: number;
  opened: OpenedDecision;
  unit: TokenUnit;
  onUnit: (unit: TokenUnit) => void;
}

export function SharedDecision(props: SharedDecisionProps) {
  const { opened, models, hardware, readAtMs, unit, onUnit } = props;
  const { link, read, onRead } = opened;
  const service = useServiceName();
  if (read === null || read.of !== link || read.reading === null) return null;
  const { of, reading } = read;
  const close = () => {
    onRead({ of, reading: null });
    dropFragment();
  };
  if (!reading.ok)
    return (
      <div className="flex shrink-0 items-center gap-3 border-b border-line px-4 py-2">
        <p role="alert" className="flex-1 text-bad">
          {reading.message}
        </p>
        <IconButton icon="cross" label="Close the message" onClick={close} />
      </div>
    );
  const decision = reading.value;
  const listed = models.find(({ id }) => id === decision.model.id);
  const model =
    listed && restated(listed, unitNow(listed, decision, service, unit), tokenUnit(decision.model.unit));
  const configuration = hardware.find(({ id }) => id === decision.hardware.id);
  const prices = {
    at: new Date(readAtMs).toISOString(),
    model: model
      ? { ...modelFacts(model, decision.model.unit), finetune: priceNumber(model.pricing?.finetune) }
      : null,
    hardware: configuration ? hardwareFacts(configuration) : null,
  };
  return <ThenNow decision={decision} prices={prices} unit={unit} onUnit={onUnit} onClose={close} />;
}

/**
 * In which a model's prices are read now: samples state theirs, and another service than the decision's may
 * have the one chosen on the page.
 */
function unitNow(
  model: Model,
  { service, model: { unit } }: Decision,
  serviceNow: string,
  chosen: TokenUnit,
): TokenUnit {
  if (isSampleModel(model)) return tokenUnits[0];
  return service === undefined || service === serviceNow ? tokenUnit(unit) : chosen;
}

interface ThenNowProps {
  decision: Decision;
  prices: PricesNow;
  unit: TokenUnit;
  onUnit: (unit: TokenUnit) => void;
  onClose: () => void;
}

function ThenNow({ decision, prices, unit, onUnit, onClose }: ThenNowProps) {
  const rows = thenNow(decision, prices);
  const current = withPrices(decision, prices);
  const [before, today] = [verdictSentence(decision), verdictSentence(current)];
  const outcome = outcomeOf(decision, current);
  const overpaid = cheaperListed(current);
  const service = useServiceName();
  const then = decision.service ?? service;
  return (
    <section aria-label="Then and now" className="shrink-0 border-b border-line bg-panel px-4 py-3">
      <div className="flex items-start gap-3">
        <p className="flex-1">
          <span className="font-strong">A decision of {localDay(decision.at)}</span> for{' '}
          <span className="font-mono wrap-anywhere">
            {pairInWords(decision.model.id, decision.hardware.id)}
          </span>
          . {changedWords(rows)}{' '}
          {before !== today && <span className="text-muted">Then it said: {before} </span>}
          <span className="text-muted">
            Both columns keep the link’s terms;{' '}
            {then !== service && (
              <span className="font-strong text-warn">“Then” has the prices of {then}, </span>
            )}
            “Now” has the prices of {service}.
          </span>
          {outcome !== null && (
            <span className={`mt-1 block font-strong ${outcome.isFlipped ? 'text-warn' : ''}`}>
              {outcome.sentence}
            </span>
          )}
          {overpaid !== null && <span className="mt-1 block font-strong text-warn">{overpaid}</span>}
        </p>
        <IconButton icon="cross" label="Close then and now" onClick={onClose} />
      </div>
      <PlainTable
        label="Figures then and now"
        columns={columns}
        rows={rows}
        rowKey={({ label }) => label}
        rowLook={({ hasChanged }) => (hasChanged ? '' : 'text-muted')}
        look="mt-1 whitespace-nowrap"
      />
      {unit.id !== decision.model.unit && then !== service && (
        <p className="mt-2 text-dense text-muted">
          The token prices of {service} are read in {unit.label}, as on this page, and shown in{' '}
          {tokenUnit(decision.model.unit).label}.
        </p>
      )}
      {unit.id !== decision.model.unit && then === service && (
        <p className="mt-2 flex flex-wrap items-center gap-2 text-dense text-muted">
          It reads token prices in {tokenUnit(decision.model.unit).label}; this page reads them in{' '}
          {unit.label}.
          <Button onClick={() => onUnit(tokenUnit(decision.model.unit))}>
            Read them in {tokenUnit(decision.model.unit).label}
          </Button>
        </p>
      )}
    </section>
  );
}

const columns: readonly PlainColumn<ThenNowRow>[] = [
  {
    id: 'Figure',
    isRowHead: true,
    cell: ({ label }) => <span className="max-tablet:whitespace-normal">{label}</span>,
  },
  { id: 'Then', isNumber: true, cell: ({ before }) => before },
  { id: 'Now', isNumber: true, cell: ({ today }) => today },
  {
    id: 'Change',
    isNumber: true,
    cell: ({ change, hasChanged }) => <span className={hasChanged ? 'font-strong' : ''}>{change}</span>,
  },
];

interface ThenNowRow {
  readonly label: string;
  readonly before: string;
  readonly today: string;
  /** `+2.3 %`, `same` or `not comparable`. */
  readonly change: string;
  readonly hasChanged: boolean;
}

/** Null if no longer listed. */
interface PricesNow {
  readonly at: string;
  readonly model: Pick<Decision['model'], 'input' | 'output' | 'finetune'> | null;
  readonly hardware: Pick<Decision['hardware'], 'centsPerMinute' | 'updatedAt'> | null;
}

/** What is gone has no price. */
export function withPrices(then: Decision, { at, model, hardware }: PricesNow): Decision {
  return {
    ...then,
    at,
    model: { ...then.model, input: model?.input ?? null, output: model?.output ?? null },
    hardware:
      then.hardware.isQuoted === true
        ? withListed(then.hardware, hardware?.centsPerMinute ?? null)
        : {
            ...then.hardware,
            centsPerMinute: hardware?.centsPerMinute ?? null,
            updatedAt: hardware?.updatedAt ?? null,
          },
  };
}

function withListed(quoted: Decision['hardware'], now: number | null): Decision['hardware'] {
  const { listed: _, ...rest } = quoted;
  return now === null ? rest : { ...rest, listed: now };
}

/** Null unless the service lists less than was quoted. */
export function cheaperListed({ hardware }: Decision): string | null {
  const { isQuoted = false, centsPerMinute, listed } = hardware;
  if (!isQuoted || centsPerMinute === null || listed === undefined || listed >= centsPerMinute) return null;
  return `The listed price, ${hourly(listed)}, is now below the ${hourly(centsPerMinute)} that were entered.`;
}

export function thenNow(then: Decision, prices: PricesNow): readonly ThenNowRow[] {
  const now = withPrices(then, prices);
  const { label } = tokenUnit(then.model.unit);
  const gone = { model: prices.model === null, hardware: prices.hardware === null };
  const [before, after] = [computeBreakEven(then), computeBreakEven(now)];
  const each = costPeriod(then.terms);
  const isQuoted = then.hardware.isQuoted === true;
  const result = (name: string, pick: (computed: BreakEven) => number | null, format: Format) =>
    row(name, pick(before), pick(after), format);
  return [
    row(`input, ${label}`, then.model.input, now.model.input, amountInFormula, gone.model),
    row(`output, ${label}`, then.model.output, now.model.output, amountInFormula, gone.model),
    ...(then.model.finetune === undefined
      ? []
      : [
          row(
            `fine-tune, ${label}`,
            then.model.finetune,
            prices.model?.finetune ?? null,
            amountInFormula,
            gone.model,
          ),
        ]),
    row(
      `hardware, $/h${isQuoted ? ', as entered' : ''}`,
      then.hardware.centsPerMinute,
      now.hardware.centsPerMinute,
      (cents) => formatAmount(dollarsPerHour(cents)),
      gone.hardware,
    ),
    ...(then.hardware.listed === undefined
      ? []
      : [
          row(
            'hardware, $/h, listed',
            then.hardware.listed,
            now.hardware.listed ?? null,
            (cents) => formatAmount(dollarsPerHour(cents)),
            gone.hardware,
          ),
        ]),
    withNever(
      result('break-even, in + out tokens/min', ({ breakEven }) => breakEven.value, formatShort),
      isNeverReached(then.terms, before),
      isNeverReached(then.terms, after),
    ),
    result(`serverless ${each}`, ({ serverlessCost }) => serverlessCost.value, formatDollars),
    // Prices do not change what the machines can serve.
    canServe(then.terms, before)
      ? result(`dedicated ${each}`, ({ dedicatedCost }) => dedicatedCost.value, formatDollars)
      : row(`dedicated ${each}`, 0, 0, () => 'cannot serve'),
  ];
}

function withNever(known: ThenNowRow, before: boolean, after: boolean): ThenNowRow {
  if (!before && !after) return known;
  return {
    ...known,
    ...(before && { before: 'never' }),
    ...(after && { today: 'never' }),
    change: before && after ? 'same' : notComparable,
    hasChanged: before !== after,
  };
}

interface Outcome {
  readonly isFlipped: boolean;
  readonly sentence: string;
}

/** Null if unknown. */
export function outcomeOf(then: Decision, now: Decision): Outcome | null {
  const [before, today] = [cheaper(then), cheaper(now)];
  if (before === null || today === null) return null;
  const { isExample = false, traffic } = then.terms;
  // Not “your”: this page may have another by now.
  const at = `its ${isExample ? 'example of ' : ''}${formatShort(traffic)} tokens/min`;
  const isFlipped = before !== today;
  const note =
    today === 'dedicated' && isNotOffered(then)
      ? ', but the service did not offer the model on this hardware'
      : '';
  // Without traffic it decided nothing.
  const start = isExample ? 'At' : `The decision ${isFlipped ? 'has flipped' : 'holds'}: at`;
  const outcome = isFlipped ? `${before} was cheaper, now ${today} is` : `${today} is still cheaper`;
  return { isFlipped, sentence: `${start} ${at} ${outcome}${note}.` };
}

function cheaper(decision: Decision): 'serverless' | 'dedicated' | null {
  const computed = computeBreakEven(decision);
  const [serverless, dedicated] = [computed.serverlessCost.value, computed.dedicatedCost.value];
  if (serverless === null || dedicated === null || serverless === dedicated) return null;
  if (!canServe(decision.terms, computed)) return null;
  return dedicated < serverless ? 'dedicated' : 'serverless';
}

const notComparable = 'not comparable';

/** What cannot be compared is not counted as changed: another service may state other figures. */
export function changedWords(rows: readonly ThenNowRow[]): string {
  const changed = rows.filter(({ hasChanged }) => hasChanged).length;
  const apart = rows.filter(({ change }) => change === notComparable).length;
  if (changed === 0) return 'Nothing has changed since.';
  const counted = `${changed - apart} of ${formatCounted(rows.length, 'figure')} changed`;
  return apart === 0 ? `${counted}.` : `${counted}, ${apart} not comparable.`;
}

type Format = (value: number) => string;

function row(
  label: string,
  then: number | null,
  now: number | null,
  format: Format,
  isGone = false,
): ThenNowRow {
  const hasChanged = then !== now;
  const absent = isGone ? 'not listed' : 'unknown';
  return {
    label,
    before: then === null ? 'unknown' : format(then),
    today: now === null ? absent : format(now),
    change: changeInWords(then, now),
    hasChanged,
  };
}

function changeInWords(then: number | null, now: number | null): string {
  if (then === now) return 'same';
  if (then === null || now === null || then === 0) return notComparable;
  return formatChange(now / then - 1);
}
