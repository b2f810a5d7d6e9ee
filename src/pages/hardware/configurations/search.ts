// URL search parameters of the hardware page.
import { rateUnits, shares } from '#pricing/rate.ts';
import { readTokenUnit } from '#pricing/read-unit.ts';
import { maxBlend } from '#pricing/workload.ts';
import { pickTableParams, type TableParams } from '#table/address-params.ts';
import { readTyped, type NumberLimits } from '#ui/number-text.ts';

export type HardwareSearch = Readonly<Record<string, string | number>>;

const unitIds = rateUnits.map(({ id }) => id);
const views = ['table', 'matrix', 'break-even'] as const;
export const sides = ['details', 'charts', 'watch', 'changes'] as const;

export type Side = (typeof sides)[number];

export const sideNames = {
  details: 'Details',
  charts: 'Charts',
  watch: 'Watch',
  changes: 'Changes',
} as const;

/** Names as in the address; null if absent or unreadable. */
export type Choices = Readonly<ReturnType<typeof readChoices>>;

export const numberFields = {
  replicas: { label: 'Replicas', min: 1, max: 1000, isWhole: true },
  used: { label: 'Utilization', unit: '% of the time', min: 1, max: 100 },
  budget: { label: 'Budget', unit: '$/month', min: 0, max: 1e9 },
  need: { label: 'At least', unit: 'GB', min: 1, max: 1e6 },
  quote: { label: 'Hardware price', unit: '$/h', min: 0, max: 1e6 },
  blend: { label: 'Blend', unit: 'input to 1 output', min: 0, max: maxBlend },
  tpm: { label: 'Throughput', min: 1, max: 1e12 },
  cached: { label: 'Cached input', unit: '%', min: 0, max: 100 },
  cachedPrice: { label: 'Price of cached input', unit: '% of input', min: 0, max: 100 },
  traffic: { label: 'Your tokens/min', unit: 'in + out', min: 0, max: 1e12 },
  request: { label: 'Tokens of a request', min: 1, max: 1e12 },
  ftTokens: { label: 'Training tokens', min: 1, max: 1e15, isWhole: true },
  ftEpochs: { label: 'Epochs', min: 1, max: 1000, isWhole: true },
} as const;

/** Not written. */
export const defaults = { unit: 'hour', per: 'whole', replicas: 1, used: 100, view: 'table' } as const;

/** Tolerates typed, cut or older URLs. Never throws. */
export function readHardwareSearch(raw: Readonly<Record<string, unknown>>): HardwareSearch {
  return {
    ...pickTableParams(raw),
    ...writeChoices(readChoices(raw)),
    ...prefixed('hardware', listParams(raw, 'hardware')),
    ...prefixed('models', listParams(raw, 'models')),
  };
}

/** Never throws. */
export function readChoices(raw: Readonly<Record<string, unknown>>) {
  const { valueOf, unread } = readNumbers(raw);
  const [tpm, traffic] = [valueOf('tpm'), valueOf('traffic')];
  const tpmAt = shortText(raw['tpmAt']);
  return {
    model: textOf(raw['model']),
    unit: oneOf(unitIds, raw['unit']) ?? defaults.unit,
    per: oneOf(shares, raw['per']) ?? defaults.per,
    replicas: valueOf('replicas', defaults.replicas),
    /** Percent of the time. */
    used: valueOf('used', defaults.used),
    /** Dollars per month. */
    budget: valueOf('budget'),
    /** GB. */
    need: valueOf('need'),
    view: oneOf(views, raw['view']) ?? defaults.view,
    side: oneOf(sides, raw['side']),
    open: textOf(raw['open']),
    /** Own price of that configuration, dollars an hour. */
    quote: valueOf('quote'),
    /** List of matrix models, see table/address-params.ts; null: the first ones, empty: none. */
    rows: raw['rows'] === '' ? '' : textOf(raw['rows']),
    /** Of the link's sender. */
    prices: readTokenUnit(raw['prices']),
    blend: valueOf('blend'),
    /** Tokens per minute of one busy replica. */
    tpm,
    /** Null: total if typed, output if measured. */
    tpmOf: tpm === null ? null : oneOf(['output', 'total'], raw['tpmOf']),
    tpmOn: tpm === null ? null : shortText(raw['tpmOn']),
    /** Percent. */
    cached: valueOf('cached'),
    cachedPrice: valueOf('cachedPrice'),
    /** Tokens per minute. */
    traffic,
    /** The page chose the traffic. */
    trafficOf: traffic === null ? null : oneOf(['example'], raw['trafficOf']),
    /** Of the workload that the traffic is from; has no field. */
    request: valueOf('request'),
    ftTokens: valueOf('ftTokens'),
    ftEpochs: valueOf('ftEpochs'),
    /** ISO 8601; null if typed. */
    tpmAt: tpm !== null && /^\d{4}-\d\d-\d\d[\w:.+-]{0,24}$/.test(tpmAt ?? '') ? tpmAt : null,
    period: oneOf(['hour'], raw['period']),
    grow: oneOf(['added'], raw['grow']),
    against: oneOf(['models'], raw['against']),
    ftJob: shortText(raw['ftJob']),
    /** Raw text by parameter name. */
    unread,
  };
}

function writeChoices({ unread, prices, ...choices }: Partial<Choices>): HardwareSearch {
  const usual: Readonly<Record<string, unknown>> = defaults;
  const all = Object.entries({ ...choices, prices: prices?.id ?? null, ...unread });
  return Object.fromEntries(
    all.flatMap(([name, value]) => (value === null || value === usual[name] ? [] : [[name, value] as const])),
  );
}

/** Null takes a part out. */
export function withChoices(before: HardwareSearch, change: Partial<Choices>): HardwareSearch {
  const isOther = (name: 'open' | 'model') => name in change && change[name] !== textOf(before[name]);
  const lost = {
    // A price is of one configuration, a measured throughput of one model.
    ...(isOther('open') && { quote: null }),
    ...(isOther('model') && 'tpmAt' in before && { tpm: null, tpmAt: null, tpmOf: null, tpmOn: null }),
    ...change,
  };
  const rest = Object.entries(before).filter(([name]) => !(name in lost));
  return { ...Object.fromEntries(rest), ...writeChoices(lost) };
}

function oneOf<const Value extends string>(values: readonly Value[], raw: unknown): Value | null {
  return values.find((value) => value === raw) ?? null;
}

/** The page's own links write numbers, too. */
function textOf(raw: unknown): string | null {
  const text = typeof raw === 'number' ? String(raw) : raw;
  return typeof text === 'string' && text.trim() !== '' && text.length <= 2_000 ? text : null;
}

function shortText(raw: unknown): string | null {
  return typeof raw === 'string' && raw !== '' && raw.length <= 200 ? raw : null;
}

function readNumbers(raw: Readonly<Record<string, unknown>>) {
  const numbers: Partial<Record<string, number | null>> = {};
  const unread: Record<string, string> = {};
  for (const [name, limits] of Object.entries<NumberLimits>(numberFields)) {
    const read = readTyped(raw[name], limits);
    if (typeof read === 'string') unread[name] = read;
    else numbers[name] = read;
  }
  const valueOf = (name: keyof typeof numberFields, absent: number | null = null) =>
    name in unread ? null : (numbers[name] ?? absent);
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

export type Against = 'hardware' | 'models';

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
