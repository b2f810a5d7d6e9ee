// Plan fields and resulting sentences.
import type { Hardware } from '#api/schema/hardware.ts';
import { formatCount, formatCounted, formatNumber, noValue } from '#lib/format.ts';
import { formatDollars } from '#pricing/money.ts';
import {
  hoursPerMonth,
  listedPrice,
  rate,
  rateUnit,
  totalMemory,
  formatPriceIn,
  updatedDay,
} from '#pricing/rate.ts';
import { RestedStatus } from '#ui/use-pulse.tsx';
import { ChoiceField } from './ChoiceField.tsx';
import { isSimulated, SimulatedBadge } from './OfferStatus.tsx';
import { byCents, monthlyDollars, offeredWord, type HardwareRow } from './hardware-row.ts';
import type { ChangeNumber, Choices } from './search.ts';

interface PlanBarProps {
  choices: Choices;
  rows: readonly HardwareRow[];
  hasFailed: boolean;
  onNumber: ChangeNumber;
  onOpen: (id: string) => void;
  /** Else phones show only the sentences. */
  isUnfolded: boolean;
  fieldsId: string;
}

/** Writes every keystroke to the URL; an unreadable field makes figures unknown. */
export function PlanBar(props: PlanBarProps) {
  const { choices, rows, hasFailed, onNumber, onOpen, isUnfolded, fieldsId } = props;
  const { need, replicas, used, budget, unread } = choices;
  const field = { choices, onNumber };
  const cheapest = rows.find(({ isCheapest }) => isCheapest);
  const [before, after] = cheapestWords(cheapest, choices, rows);
  const isInvented = cheapest !== undefined && isSimulated(cheapest.offer);
  const times = timesSentence(replicas, used);
  const isAnswered = choices.model !== null && rows.some(({ offer }) => offer.kind !== 'unasked');
  const isAwaited = choices.model !== null && !isAnswered;
  const isNamed = !isAwaited && !('need' in unread) && (need !== null || isAnswered);
  const isPlanned =
    choices.model !== null ||
    need !== null ||
    budget !== null ||
    times !== '' ||
    Object.keys(unread).length > 0;
  return (
    <section
      aria-label="Plan"
      className={`flex shrink-0 flex-wrap items-start gap-x-5 gap-y-2 border-b border-line bg-panel px-3 py-2 max-tablet:py-1 ${isUnfolded || isPlanned ? '' : 'max-tablet:hidden'}`}
    >
      <div
        id={fieldsId}
        className={`contents print:*:has-[input:placeholder-shown]:hidden ${isUnfolded ? 'max-tablet:grid max-tablet:w-full max-tablet:grid-cols-2 max-tablet:items-center max-tablet:gap-x-4 max-tablet:gap-y-2' : 'max-tablet:hidden'}`}
      >
        <ChoiceField {...field} name="need" emptyText="any" />
        <ChoiceField {...field} name="replicas" />
        <ChoiceField {...field} name="used" label="Used" />
        <ChoiceField {...field} name="budget" emptyText="none" />
      </div>
      {/* On a phone the answer must not push the table down. */}
      <p className="min-h-control min-w-72 flex-1 content-center text-muted max-tablet:min-h-[2lh]">
        {times !== '' && <span className="tablet:hidden">{times} </span>}
        {isAwaited && (
          <>
            {hasFailed
              ? 'It is unknown which configurations fit '
              : 'Waiting for the configurations that fit '}
            <span className="font-mono text-dense wrap-anywhere">{choices.model}</span>
            {hasFailed ? '. ' : ' … '}
          </>
        )}
        {!isAwaited &&
          !isNamed &&
          budget === null &&
          !('need' in unread) &&
          !('budget' in unread) &&
          'Enter the memory you need or a monthly budget.'}
        {isNamed && (
          <>
            {before}{' '}
            {cheapest && (
              <button
                type="button"
                data-printed=""
                onClick={() => onOpen(cheapest.hardware.id)}
                className="font-mono text-dense text-act hover:underline"
              >
                {cheapest.hardware.id}
              </button>
            )}
            {isInvented && (
              <>
                {' '}
                <SimulatedBadge />
              </>
            )}
            {after}{' '}
          </>
        )}
        {budgetSentence(rows, choices)}
      </p>
      <RestedStatus
        text={[
          !isNamed
            ? ''
            : `${before} ${cheapest?.hardware.id ?? ''}${isInvented ? ', simulated' : ''}${after}`,
          budgetSentence(rows, choices),
        ].join(' ')}
      />
    </section>
  );
}

/** Around the cheapest configuration's name, if any. */
export function cheapestWords(
  cheapest: HardwareRow | undefined,
  { model, need, unit, replicas }: Pick<Choices, 'model' | 'need' | 'unit' | 'replicas'>,
  rows: readonly HardwareRow[],
): readonly [before: string, after: string] {
  const memory = need === null ? '' : `${formatNumber(need)} GB`;
  if (!cheapest) {
    const offered = `${need === null ? '' : `and ${memory} or more `}is offered for this model`;
    return [`No configuration with a price ${model === null ? `has ${memory} or more` : offered}.`, ''];
  }
  const { hardware, offer, isOverBudget } = cheapest;
  const [price, gb] = [rate(hardware, unit, 'whole', replicas).value, totalMemory(hardware)];
  const day = updatedDay(hardware);
  const label = rateUnit(unit).label;
  const times = replicas === 1 ? '' : ` for ${replicas ?? noValue} replicas`;
  const status = offer.kind === 'offered' ? offer.status : null;
  const where = status === 'available' ? ' available now' : model === null ? '' : ' for this model';
  const facts = [
    gb === null ? null : `${formatNumber(gb)} GB`,
    price === null ? null : `${formatPriceIn(price, label)}${times}`,
    isOverBudget ? 'over the budget' : null,
    status === null || status === 'available' ? null : `now ${offeredWord(status)}`,
    day === null || price === 0 ? null : `${hardware.sample === true ? 'sample ' : ''}price of ${day}`,
  ].filter((fact) => fact !== null);
  const scarce = status === 'available' ? scarceBelow(hardware, rows, need) : undefined;
  const scarcePrice = scarce && rate(scarce.hardware, unit, 'whole', replicas).value;
  return [
    `Cheapest${where}${need === null ? '' : ` with at least ${memory}`}:`,
    `${facts.map((fact) => `, ${fact}`).join('')}.${
      scarce && typeof scarcePrice === 'number'
        ? ` Cheaper, but ${scarce.word}: ${scarce.hardware.id}, ${formatPriceIn(scarcePrice, label)}.`
        : ''
    }`,
  ];
}

/** The cheapest with the memory that costs less and is neither available nor unavailable, with the service's word. */
function scarceBelow(cheapest: Hardware, rows: readonly HardwareRow[], need: number | null) {
  return rows
    .flatMap(({ hardware, offer }) => {
      const word = offer.kind === 'offered' ? offer.status : null;
      const isScarce = word !== null && word !== 'available' && word !== 'unavailable';
      const isLarge = need === null || (totalMemory(hardware) ?? 0) >= need;
      const isPriced = listedPrice(hardware).kind === 'listed';
      return isScarce && isLarge && isPriced && byCents(hardware, cheapest) < 0
        ? [{ hardware, word: offeredWord(word) }]
        : [];
    })
    .toSorted((one, other) => byCents(one.hardware, other.hardware))[0];
}

/**
 * `2 of the 9 suitable fit $5,000.00 a month (730 h); 1 has no stated price.` Suitable: offered for the model,
 * with the memory.
 */
export function budgetSentence(
  rows: readonly HardwareRow[],
  { budget, need, replicas }: Pick<Choices, 'budget' | 'need' | 'replicas'>,
): string {
  const suitable = rows.filter(
    ({ hardware, offer }) =>
      offer.kind !== 'not-offered' && (need === null || (totalMemory(hardware) ?? 0) >= need),
  );
  if (budget === null || suitable.length === 0) return '';
  const isAll = suitable.length === rows.length;
  const total = isAll ? formatCount(rows.length) : `the ${formatCount(suitable.length)} suitable`;
  if (replicas === null) return `— of ${total} fit ${formatDollars(budget)} a month.`;
  const months = suitable.map(({ hardware }) => monthlyDollars(hardware, replicas));
  const fitting = months.filter((month) => month !== null && month <= budget).length;
  const unpriced = months.filter((month) => month === null).length;
  const times = replicas === 1 ? '' : ` with ${replicas} replicas each`;
  const rest = unpriced === 0 ? '' : `; ${formatCounted(unpriced, 'has', 'have')} no stated price`;
  return `${formatCounted(fitting, `of ${total} fits`, `of ${total} fit`)} ${formatDollars(budget)} a month (${hoursPerMonth} h)${times}${rest}.`;
}

/** `2 replicas, used 50 % of the time.`; without what is unread or the default. */
export function timesSentence(replicas: number | null, utilisation: number | null): string {
  const used = utilisation === 100 || utilisation === null ? null : `sed ${utilisation} % of the time.`;
  if (replicas === 1 || replicas === null) return used === null ? '' : `U${used}`;
  const times = formatCounted(replicas, 'replica');
  return used === null ? `${times}.` : `${times}, u${used}`;
}
