// What the charts draw, from the rows of the table: prices in the chosen unit, scaling of a card, the front of price and memory.
import type { BarRow } from '#charts/BarRows.tsx';
import type { FrontPoint } from '#charts/FrontPoints.tsx';
import type { ScalingLine } from '#charts/ScalingLines.tsx';
import { formatCount } from '#lib/format.ts';
import { paretoFront } from '#pricing/compare-hardware.ts';
import { rate, rateUnits, totalMemory } from '#pricing/rate.ts';
import type { HardwareRow } from './hardware-row.ts';
import { priceText, rateText } from './price-text.ts';
import type { Choices } from './search.ts';

type Reading = Pick<Choices, 'unit' | 'share' | 'replicas'>;

/** Bars by rising price; what has no price, or bills nothing, has no bar. */
export function priceBars(
  rows: readonly HardwareRow[],
  { unit, share, replicas }: Reading,
): readonly BarRow[] {
  const label = rateUnits.find(({ id }) => id === unit)?.label ?? '';
  const bars = rows.flatMap(({ hardware }): readonly BarRow[] => {
    const { value } = rate(hardware, unit, share, replicas);
    if (value === null || value === 0) return [];
    return [
      { id: hardware.id, name: hardware.id, value, figure: priceText(value), text: rateText(value, label) },
    ];
  });
  return bars.toSorted((one, other) => one.value - other.value);
}

/** Cards with several counts: those whose price grows faster or slower than their number, and the names of the others. */
export function scaling(rows: readonly HardwareRow[]): {
  readonly lines: readonly ScalingLine[];
  readonly inStep: readonly string[];
} {
  const cards = new Map<string, { name: string; points: { count: number; times: number }[] }>();
  for (const { hardware, penalty } of rows) {
    const count = hardware.specs?.gpu_count;
    if (count === undefined || penalty.value === null) continue;
    const name = cardName(hardware);
    const card = cards.get(name) ?? { name, points: [] };
    card.points.push({ count, times: penalty.value });
    cards.set(name, card);
  }
  const several = [...cards.values()].filter(
    ({ points }) => new Set(points.map(({ count }) => count)).size > 1,
  );
  const isInStep = ({ points }: (typeof several)[number]) =>
    points.every(({ times }) => Math.abs(times - 1) < 0.0005);
  return {
    inStep: several.filter(isInStep).map(({ name }) => name),
    lines: several
      .filter((card) => !isInStep(card))
      .map(({ name, points }) => ({
        id: name,
        name,
        points: points.toSorted((one, other) => one.count - other.count),
      })),
  };
}

/** Price of the whole against memory: the front by rising memory, and all other points. */
export function memoryFront(
  rows: readonly HardwareRow[],
  { unit, replicas }: Reading,
): { readonly front: readonly FrontPoint[]; readonly others: readonly FrontPoint[] } {
  const offered = rows.filter(({ offer }) => offer.kind !== 'not-offered').map(({ hardware }) => hardware);
  const onFront = new Set(paretoFront(offered));
  const label = rateUnits.find(({ id }) => id === unit)?.label ?? '';
  const points = offered.flatMap((hardware) => {
    const y = rate(hardware, unit, 'whole', replicas).value;
    const x = totalMemory(hardware);
    if (y === null || y === 0 || x === null) return [];
    const text = `${formatCount(x)} GB, ${rateText(y, label)}`;
    const name = `${hardware.specs?.gpu_count ?? 1}× ${hardware.specs?.gpu_type ?? hardware.id}`;
    return [{ isFront: onFront.has(hardware), point: { id: hardware.id, name, x, y, text } }];
  });
  const byMemory = points.toSorted((one, other) => one.point.x - other.point.x);
  return {
    front: byMemory.filter(({ isFront }) => isFront).map(({ point }) => point),
    others: byMemory.filter(({ isFront }) => !isFront).map(({ point }) => point),
  };
}

/** What a card is called, from its specs: `a100-80gb sxm`. */
export function cardName({ specs }: HardwareRow['hardware']): string {
  return [specs?.gpu_type ?? 'card', specs?.gpu_link ?? ''].filter(Boolean).join(' ');
}
