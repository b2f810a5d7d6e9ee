// Workload parsed from calculator fields.
import { defaultWorkload, sixDigits, workloadParams, type Workload } from '#pricing/workload.ts';
import { numberProblem, parseNumber } from '#ui/number-text.ts';
import { withPart, workloadNames, workloadText, type ModelsSearch, type WorkloadName } from './search.ts';

export interface WorkloadField {
  readonly name: WorkloadName;
  readonly label: string;
  readonly unit: string;
  readonly usual: number;
  readonly max: number;
  readonly step: number;
  readonly help: string;
}

export const workloadFields: readonly WorkloadField[] = [
  {
    name: 'tin',
    label: 'Input',
    unit: 'tokens a request',
    usual: defaultWorkload.input,
    max: 1e9,
    step: 100,
    help: 'Prompt tokens per request, including cached ones.',
  },
  {
    name: 'tcached',
    label: 'of which cached',
    unit: 'tokens a request',
    usual: defaultWorkload.cached,
    max: 1e9,
    step: 100,
    help: 'Prompt tokens the service has cached.',
  },
  {
    name: 'tshare',
    label: 'Cached token costs',
    unit: '× input price',
    usual: defaultWorkload.cachedShare,
    max: 1,
    step: 0.05,
    help: 'The API states no price for cached tokens: enter your service’s fraction of the input price. 1 means no discount.',
  },
  {
    name: 'tout',
    label: 'Output',
    unit: 'tokens a request',
    usual: defaultWorkload.output,
    max: 1e9,
    step: 100,
    help: 'Generated tokens per request.',
  },
  {
    name: 'tday',
    label: 'Requests',
    unit: 'a day',
    usual: defaultWorkload.requestsPerDay,
    max: 1e12,
    step: 100,
    help: 'A month is 30.4167 days, which is 730 hours.',
  },
  {
    name: 'r',
    label: 'Blend',
    unit: 'input : 1 output',
    usual: 3,
    max: 1e6,
    step: 1,
    help: 'Input tokens per output token in the blended price. Does not affect the monthly cost.',
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
  const { tin, tcached, tshare, tout, tday, r = null } = numbers;
  if (tin !== undefined && tcached !== undefined && tcached > tin)
    errors.tcached = `Cached tokens are part of the input and cannot exceed its ${tin.toLocaleString('en-US')}.`;
  const isWhole = workloadNames.every((name) => name === 'r' || errors[name] === undefined);
  const workload =
    !isWhole ||
    tin === undefined ||
    tcached === undefined ||
    tshare === undefined ||
    tout === undefined ||
    tday === undefined
      ? null
      : { input: tin, cached: tcached, cachedShare: tshare, output: tout, requestsPerDay: tday };
  return { workload, ratio: r, errors };
}

function readField({ label, usual, max }: WorkloadField, text: string): number | { readonly error: string } {
  const problem = numberProblem(text, { min: 0, max });
  return problem === null ? (parseNumber(text) ?? usual) : { error: `${label}: ${problem}` };
}

/** A field that affects traffic has text. */
export function isWorkloadEntered(search: ModelsSearch): boolean {
  return workloadNames.some((name) => name !== 'r' && search[name] !== undefined);
}

/** Opens the calculator; leaves out defaults. */
export function withWorkload(search: ModelsSearch, workload: Workload): ModelsSearch {
  const { input, output } = workload;
  const values = { ...workloadParams(workload), ...(output > 0 && { r: sixDigits(input / output) }) };
  return workloadFields.reduce(
    (next, { name, usual }) => {
      const value = values[name];
      if (value === undefined) return next;
      return withPart(next, name, value === usual ? '' : String(value));
    },
    withPart(search, 'calc', 'open'),
  );
}
