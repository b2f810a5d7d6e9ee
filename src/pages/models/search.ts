// URL search parameters of the models page, and the workload in them.
import { readTokenUnit } from '#pricing/read-unit.ts';
import type { TokenUnit } from '#pricing/units.ts';
import { pickTableParams } from '#table/address-params.ts';
import { formatCount } from '#lib/format.ts';
import { defaultWorkload, workloadParams, type Workload } from '#pricing/workload.ts';
import { numberProblem, parseWithUnit } from '#ui/number-text.ts';

/** `open`: model id; `calc`: the calculator is open. */
export type ModelsSearch = Readonly<Record<string, string | number>>;

/** Updates the URL's latest search parameters. */
export type ChangeModelsSearch = (
  change: (now: ModelsSearch) => ModelsSearch,
  how: 'push' | 'replace',
) => void;

export const workloadNames = ['tin', 'tout', 'tcached', 'tprice', 'tday', 'r'] as const;

export type WorkloadName = (typeof workloadNames)[number];

const maxNumberLength = 24;
const maxIdLength = 2_000;

/** Tolerates typed, cut or older URLs. Unreadable numbers stay: their field shows the error. Never throws. */
export function readModelsSearch(raw: Readonly<Record<string, unknown>>): ModelsSearch {
  const search: Record<string, string | number> = { ...pickTableParams(raw) };
  const open = textOf(raw['open']);
  if (open !== '' && open.length <= maxIdLength) search['open'] = open;
  for (const name of workloadNames) {
    const text = textOf(raw[name]).slice(0, maxNumberLength);
    // Shortest form, as in the page's own links.
    if (text !== '') search[name] = String(Number(text)) === text ? Number(text) : text;
  }
  // A share, in older links.
  const share = textOf(raw['tshare']);
  if (share !== '' && search['tprice'] === undefined && Number(share) <= 1)
    search['tprice'] = Number(share) * 100;
  if (textOf(raw['calc']) !== '') search['calc'] = 'open';
  const unit = readTokenUnit(raw['prices']);
  if (unit !== null) search['prices'] = unit.id;
  return search;
}

/** Empty text removes the part. */
export function withPart(
  search: ModelsSearch,
  name: 'open' | 'calc' | 'prices' | WorkloadName,
  text: string,
): ModelsSearch {
  const { [name]: _, ...rest } = search;
  return text === '' ? rest : { ...rest, [name]: text };
}

/** As typed. */
export function workloadText(search: ModelsSearch, name: WorkloadName): string {
  return String(search[name] ?? '');
}

/** Of the link's sender. */
export function unitOf(search: ModelsSearch): TokenUnit | null {
  return readTokenUnit(search['prices']);
}

// The page's own links write numbers, too.
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/**
 * Adds the unit if a workload, price filter, open or compared model depends on it; else the same object.
 * @param columns ids of those whose filters depend on it
 */
export function withUnitWhereRead(
  search: ModelsSearch,
  unit: TokenUnit,
  columns: readonly string[],
): ModelsSearch {
  const names = [...readByUnit, ...columns.map((id) => `f.${id}`)];
  const isStated = unitOf(search) !== null || !names.some((name) => search[name] !== undefined);
  return isStated ? search : withPart(search, 'prices', unit.id);
}

const readByUnit = ['calc', 'open', 'cmp', ...workloadNames];

export interface WorkloadField {
  readonly name: WorkloadName;
  readonly label: string;
  readonly unit: string;
  readonly emptyValue: number;
  readonly max: number;
  readonly step: number;
  readonly help: string;
}

export const workloadFields: readonly WorkloadField[] = [
  {
    name: 'tin',
    label: 'Input',
    unit: 'tokens a request',
    emptyValue: defaultWorkload.input,
    max: 1e9,
    step: 100,
    help: 'Prompt tokens per request, including cached ones.',
  },
  {
    name: 'tcached',
    label: 'of which cached',
    unit: 'tokens a request',
    emptyValue: defaultWorkload.cached,
    max: 1e9,
    step: 100,
    help: 'Prompt tokens the service has cached.',
  },
  {
    name: 'tprice',
    label: 'Price of cached input',
    unit: '% of input',
    emptyValue: defaultWorkload.cachedShare * 100,
    max: 100,
    step: 5,
    help: 'The API states no price for cached tokens: enter your service’s share of the input price. 100 means no discount.',
  },
  {
    name: 'tout',
    label: 'Output',
    unit: 'tokens a request',
    emptyValue: defaultWorkload.output,
    max: 1e9,
    step: 100,
    help: 'Generated tokens per request.',
  },
  {
    name: 'tday',
    label: 'Requests',
    unit: 'a day',
    emptyValue: defaultWorkload.requestsPerDay,
    max: 1e12,
    step: 100,
    help: 'A month is 30.4167 days, which is 730 hours.',
  },
  {
    name: 'r',
    label: 'Blend',
    unit: 'input : 1 output',
    emptyValue: 3,
    max: 1e6,
    step: 1,
    help: 'Input tokens per output token in the blended price; empty, those of the workload. Does not affect the monthly cost.',
  },
];

/** Null where it depends on an invalid field. */
export interface WorkloadReading {
  readonly workload: Workload | null;
  /** Input tokens per output token. */
  readonly ratio: number | null;
  readonly errors: Readonly<Partial<Record<WorkloadName, string>>>;
}

/** Empty means default. Never throws. */
export function readWorkload(search: ModelsSearch): WorkloadReading {
  const errors: Partial<Record<WorkloadName, string>> = {};
  const numbers: Partial<Record<WorkloadName, number>> = {};
  for (const field of workloadFields) {
    const read = readField(field, workloadText(search, field.name));
    if (typeof read === 'number') numbers[field.name] = read;
    else errors[field.name] = read.error;
  }
  const { tin, tcached, tprice, tout, tday, r = null } = numbers;
  const isOwnRatio = search['r'] !== undefined || !isWorkloadEntered(search);
  if (tin !== undefined && tcached !== undefined && tcached > tin)
    errors.tcached = `Cached tokens are part of the input and cannot exceed its ${formatCount(tin)}.`;
  const share = /^(\d[\d.]*)\s*%$/.exec(workloadText(search, 'tcached'))?.[1];
  if (tin !== undefined && share !== undefined)
    errors.tcached = `of which cached: enter tokens. ${share}% of ${formatCount(tin)} is ${formatCount((tin * Number(share)) / 100)}.`;
  const isWhole = workloadNames.every((name) => name === 'r' || errors[name] === undefined);
  const workload =
    !isWhole ||
    tin === undefined ||
    tcached === undefined ||
    tprice === undefined ||
    tout === undefined ||
    tday === undefined
      ? null
      : { input: tin, cached: tcached, cachedShare: tprice / 100, output: tout, requestsPerDay: tday };
  // Empty, it is that of the traffic.
  const isCarried = !isOwnRatio && workload !== null && workload.output > 0;
  return { workload, ratio: isCarried ? workload.input / workload.output : r, errors };
}

function readField(
  { label, unit, emptyValue, max }: WorkloadField,
  text: string,
): number | { readonly error: string } {
  const problem = numberProblem(text, { min: 0, max, unit });
  if (problem === null) return parseWithUnit(text, { unit }) ?? emptyValue;
  return { error: `${label}: ${problem}` };
}

/** A field that affects traffic has text. */
export function isWorkloadEntered(search: ModelsSearch): boolean {
  return workloadNames.some((name) => name !== 'r' && search[name] !== undefined);
}

/** Opens the calculator; leaves out defaults. */
export function withWorkload(search: ModelsSearch, workload: Workload): ModelsSearch {
  const values: Partial<Record<WorkloadName, number>> = workloadParams(workload);
  return workloadFields.reduce(
    (next, { name, emptyValue }) => {
      const value = values[name] ?? emptyValue;
      return withPart(next, name, value === emptyValue ? '' : String(value));
    },
    withPart(search, 'calc', 'open'),
  );
}
