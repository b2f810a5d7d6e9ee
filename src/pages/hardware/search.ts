// What the address of the hardware page says: the table's parameters, and every choice around the table.
import { saidTokenUnit, type TokenUnit } from '#pricing/token-unit.ts';
import { pickTableParams } from '#table/address-params.ts';
import { readDecisionSearch, readNumbers, type Unread } from './decision/search.ts';

/** The part of the address behind `?`: short texts and numbers. */
export type HardwareSearch = Readonly<Record<string, string | number>>;

const unitIds = ['minute', 'hour', 'day', 'month'] as const;
const shareIds = ['whole', 'gpu', 'gb'] as const;
const views = ['table', 'matrix', 'break-even'] as const;
const sides = ['details', 'charts', 'watch', 'changes'] as const;

/** What lies beside the table. */
export type Side = (typeof sides)[number];

/** Every choice of the page, with its default where the address says nothing. */
export interface Choices {
  /** For which model availability is asked. */
  readonly model: string | null;
  readonly unit: (typeof unitIds)[number];
  readonly share: (typeof shareIds)[number];
  /** Whole, 1 to 1,000; null while what is typed cannot be read. */
  readonly replicas: number | null;
  /** Percent of the time in which a machine is used, 1 to 100; null while what is typed cannot be read. */
  readonly utilisation: number | null;
  /** Dollars a month. */
  readonly budget: number | null;
  /** GB of memory that are needed at least. */
  readonly need: number | null;
  readonly view: (typeof views)[number];
  readonly side: Side | null;
  /** The id of the configuration that is open. */
  readonly open: string | null;
  /** Models of the matrix, as a list of table/address-list.ts; null: those that come first, empty: none. */
  readonly rows: string | null;
  /** The unit in which the sender of the address reads token prices. */
  readonly prices: TokenUnit | null;
  /** By their names in the address, the number fields whose text cannot be read. */
  readonly unread: Unread;
}

/** Nothing is chosen. */
export const noChoices: Choices = {
  model: null,
  unit: 'hour',
  share: 'whole',
  replicas: 1,
  utilisation: 100,
  budget: null,
  need: null,
  view: 'table',
  side: null,
  open: null,
  rows: null,
  prices: null,
  unread: {},
};

/** Limits of the number fields, by their names in the address. */
export const limits = {
  replicas: { min: 1, max: 1000, isWhole: true },
  used: { min: 1, max: 100 },
  budget: { min: 0, max: 1e9 },
  need: { min: 1, max: 1e6 },
} as const;

/** Reads an address with care: it may have been typed, cut off, or written by an older build. Never throws. */
export function readHardwareSearch(raw: Readonly<Record<string, unknown>>): HardwareSearch {
  return { ...pickTableParams(raw), ...writeChoices(readChoices(raw)), ...readDecisionSearch(raw) };
}

/** Every bad part is the default. Never throws. */
export function readChoices(raw: Readonly<Record<string, unknown>>): Choices {
  const { valueOf, unread } = readNumbers(raw, limits);
  return {
    model: textOf(raw['model']),
    unit: oneOf(unitIds, raw['unit']) ?? 'hour',
    share: oneOf(shareIds, raw['per']) ?? 'whole',
    replicas: 'replicas' in unread ? null : (valueOf('replicas') ?? 1),
    utilisation: 'used' in unread ? null : (valueOf('used') ?? 100),
    budget: valueOf('budget'),
    need: valueOf('need'),
    view: oneOf(views, raw['view']) ?? 'table',
    side: oneOf(sides, raw['side']),
    open: textOf(raw['open']),
    // None at all is a choice, too.
    rows: raw['rows'] === '' ? '' : textOf(raw['rows']),
    prices: saidTokenUnit(raw['prices']),
    unread,
  };
}

/** Only what differs from the default. */
export function writeChoices(choices: Choices): HardwareSearch {
  const all = {
    model: choices.model,
    unit: choices.unit === 'hour' ? null : choices.unit,
    per: choices.share === 'whole' ? null : choices.share,
    replicas: choices.replicas === 1 ? null : choices.replicas,
    used: choices.utilisation === 100 ? null : choices.utilisation,
    budget: choices.budget,
    need: choices.need,
    view: choices.view === 'table' ? null : choices.view,
    side: choices.side,
    open: choices.open,
    rows: choices.rows,
    prices: choices.prices?.id ?? null,
    ...choices.unread,
  };
  const said = Object.entries(all).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  return Object.fromEntries(said);
}

function oneOf<const Value extends string>(values: readonly Value[], raw: unknown): Value | null {
  return values.find((value) => value === raw) ?? null;
}

/** A name may look like a number, which the router then has made of it. */
function textOf(raw: unknown): string | null {
  const text = typeof raw === 'number' ? String(raw) : raw;
  return typeof text === 'string' && text.trim() !== '' && text.length <= 2_000 ? text : null;
}
