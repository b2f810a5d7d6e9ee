// URL search parameters of the hardware page.
import { rateUnits, shares, type RateUnitId, type Share } from '#pricing/rate.ts';
import { readTokenUnit, type TokenUnit } from '#pricing/units.ts';
import { pickTableParams, type TableParams } from '#table/address-params.ts';
import { readTyped, type NumberLimits } from '#ui/number-text.ts';

export type HardwareSearch = Readonly<Record<string, string | number>>;

const unitIds = rateUnits.map(({ id }) => id);
const views = ['table', 'matrix', 'break-even'] as const;
const sides = ['details', 'charts', 'watch', 'changes'] as const;

export type Side = (typeof sides)[number];

export interface Choices {
  readonly model: string | null;
  readonly unit: RateUnitId;
  readonly share: Share;
  /** 1 to 1,000; null while unreadable. */
  readonly replicas: number | null;
  /** Percent in use, 1 to 100; null while unreadable. */
  readonly utilisation: number | null;
  /** Dollars per month. */
  readonly budget: number | null;
  /** GB. */
  readonly need: number | null;
  readonly view: (typeof views)[number];
  readonly side: Side | null;
  readonly open: string | null;
  /** List of matrix models, see table/address-params.ts; null: the first ones, empty: none. */
  readonly rows: string | null;
  /** Of the link's sender. */
  readonly prices: TokenUnit | null;
  readonly unread: Unread;
}

export const numberLimits = {
  replicas: { min: 1, max: 1000, isWhole: true },
  used: { min: 1, max: 100 },
  budget: { min: 0, max: 1e9 },
  need: { min: 1, max: 1e6 },
} as const;

/** Tolerates typed, cut or older URLs. Never throws. */
export function readHardwareSearch(raw: Readonly<Record<string, unknown>>): HardwareSearch {
  return { ...pickTableParams(raw), ...writeChoices(readChoices(raw)), ...readDecisionSearch(raw) };
}

/** Never throws. */
export function readChoices(raw: Readonly<Record<string, unknown>>): Choices {
  const { valueOf, unread } = readNumbers(raw, numberLimits);
  return {
    model: textOf(raw['model']),
    unit: oneOf(unitIds, raw['unit']) ?? 'hour',
    share: oneOf(shares, raw['per']) ?? 'whole',
    replicas: 'replicas' in unread ? null : (valueOf('replicas') ?? 1),
    utilisation: 'used' in unread ? null : (valueOf('used') ?? 100),
    budget: valueOf('budget'),
    need: valueOf('need'),
    view: oneOf(views, raw['view']) ?? 'table',
    side: oneOf(sides, raw['side']),
    open: textOf(raw['open']),
    // Empty is a choice, too.
    rows: raw['rows'] === '' ? '' : textOf(raw['rows']),
    prices: readTokenUnit(raw['prices']),
    unread,
  };
}

/** Omits defaults. */
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
  return withoutNulls(all);
}

function oneOf<const Value extends string>(values: readonly Value[], raw: unknown): Value | null {
  return values.find((value) => value === raw) ?? null;
}

/** The page's own links write numbers, too. */
function textOf(raw: unknown): string | null {
  const text = typeof raw === 'number' ? String(raw) : raw;
  return typeof text === 'string' && text.trim() !== '' && text.length <= 2_000 ? text : null;
}

export type Against = 'hardware' | 'models';

/** Null if absent. Other terms are the page's own. */
export interface DecisionChoices {
  readonly blend: number | null;
  /** Tokens per minute of one busy replica. */
  readonly tpm: number | null;
  /** ISO 8601; null if typed. */
  readonly tpmAt: string | null;
  /** Null: total if typed, output if measured. */
  readonly tpmOf: 'output' | 'total' | null;
  readonly tpmOn: string | null;
  /** Percent. */
  readonly cached: number | null;
  readonly cachedPrice: number | null;
  /** Tokens per minute. */
  readonly traffic: number | null;
  /** The page chose the traffic. */
  readonly trafficOf: 'example' | null;
  readonly period: 'hour' | null;
  readonly grow: 'added' | null;
  readonly against: 'models' | null;
  readonly ftTokens: number | null;
  readonly ftEpochs: number | null;
  readonly ftJob: string | null;
  readonly unread: Unread;
}

/** Raw text by parameter name. */
export type Unread = Readonly<Record<string, string>>;

export const decisionLimits = {
  blend: { min: 0, max: 1000 },
  tpm: { min: 1, max: 1e12 },
  cached: { min: 0, max: 100 },
  cachedPrice: { min: 0, max: 100 },
  traffic: { min: 0, max: 1e12 },
  ftTokens: { min: 1, max: 1e15, isWhole: true },
  ftEpochs: { min: 1, max: 1000, isWhole: true },
} as const;

/** Never throws. */
export function readDecisionChoices(raw: Readonly<Record<string, unknown>>): DecisionChoices {
  const { valueOf, unread } = readNumbers(raw, decisionLimits);
  const tpm = valueOf('tpm');
  const { tpmAt: at, tpmOf: of, tpmOn: on } = raw;
  return {
    blend: valueOf('blend'),
    tpm,
    tpmOf: tpm !== null && (of === 'output' || of === 'total') ? of : null,
    tpmOn: tpm !== null && typeof on === 'string' && on.length <= 200 ? on || null : null,
    cached: valueOf('cached'),
    cachedPrice: valueOf('cachedPrice'),
    traffic: valueOf('traffic'),
    trafficOf: valueOf('traffic') !== null && raw['trafficOf'] === 'example' ? 'example' : null,
    ftTokens: valueOf('ftTokens'),
    ftEpochs: valueOf('ftEpochs'),
    tpmAt: tpm !== null && typeof at === 'string' && /^\d{4}-\d\d-\d\d[\w:.+-]{0,24}$/.test(at) ? at : null,
    period: raw['period'] === 'hour' ? 'hour' : null,
    grow: raw['grow'] === 'added' ? 'added' : null,
    against: raw['against'] === 'models' ? 'models' : null,
    ftJob: typeof raw['ftJob'] === 'string' && raw['ftJob'].length <= 200 ? raw['ftJob'] || null : null,
    unread,
  };
}

function readNumbers<Name extends string>(
  raw: Readonly<Record<string, unknown>>,
  limits: Readonly<Record<Name, NumberLimits>>,
) {
  const numbers: Partial<Record<string, number | null>> = {};
  const unread: Record<string, string> = {};
  for (const [name, each] of Object.entries<NumberLimits>(limits)) {
    const read = readTyped(raw[name], each);
    numbers[name] = typeof read === 'string' ? null : read;
    if (typeof read === 'string') unread[name] = read;
  }
  const valueOf = (name: Name) => numbers[name] ?? null;
  return { valueOf, unread };
}

/** Null is empty, a string is unreadable. */
export type ChangeNumber = (name: string, value: number | string | null) => void;

export function withNumber(
  before: HardwareSearch,
  name: string,
  value: number | string | null,
): HardwareSearch {
  // A changed number is not measured, and changed traffic is not an example.
  const lost = new Set([name, `${name}At`, `${name}On`, ...(name === 'traffic' ? ['trafficOf'] : [])]);
  const rest = Object.fromEntries(Object.entries(before).filter(([each]) => !lost.has(each)));
  return value === null ? rest : { ...rest, [name]: value };
}

export function readDecisionSearch(raw: Readonly<Record<string, unknown>>): HardwareSearch {
  return {
    ...nonDefaults(readDecisionChoices(raw)),
    ...prefixed('hardware', listParams(raw, 'hardware')),
    ...prefixed('models', listParams(raw, 'models')),
  };
}

export function withDecision(before: HardwareSearch, change: Partial<DecisionChoices>): HardwareSearch {
  const rest = Object.entries(before).filter(([name]) => !(name in change));
  return { ...Object.fromEntries(rest), ...nonDefaults(change) };
}

export function listParams(raw: Readonly<Record<string, unknown>>, list: Against): TableParams {
  const mark = marks[list];
  return pickTableParams(
    Object.fromEntries(
      Object.entries(raw).flatMap(([name, value]) =>
        name.startsWith(mark) ? [[name.slice(mark.length), value] as const] : [],
      ),
    ),
  );
}

export function withListParams(before: HardwareSearch, list: Against, params: TableParams): HardwareSearch {
  const rest = Object.entries(before).filter(([name]) => !name.startsWith(marks[list]));
  return { ...Object.fromEntries(rest), ...prefixed(list, params) };
}

// The page's own table uses the names without a prefix.
const marks = { hardware: 'h.', models: 'm.' } as const;

function prefixed(list: Against, params: TableParams): TableParams {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [marks[list] + name, value]));
}

function nonDefaults({ unread, ...choices }: Partial<DecisionChoices>): HardwareSearch {
  return withoutNulls({ ...choices, ...unread });
}

function withoutNulls(values: Readonly<Record<string, string | number | null>>): HardwareSearch {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  );
}
