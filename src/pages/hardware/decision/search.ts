// What the address says of a decision: its terms, and the state of both lists. Small, because the router needs it first.
import { readTyped, type NumberLimits } from '#ui/number-text.ts';
import { pickTableParams, type TableParams } from '#table/address-params.ts';

type Search = Readonly<Record<string, string | number>>;

/** Which list lies under the chart. */
export type Against = 'hardware' | 'models';

/** The terms that the address can say; null where it does not. Model, configuration, replicas and use are the page's own. */
export interface DecisionChoices {
  readonly blend: number | null;
  /** Tokens a minute of one replica that is busy. */
  readonly tpm: number | null;
  /** When it was measured, ISO 8601; null where it was typed. */
  readonly tpmAt: string | null;
  /** Which tokens it counts; null is all of them where it was typed, and the written ones where it was measured. */
  readonly tpmOf: 'output' | 'total' | null;
  /** What it was measured on. */
  readonly tpmOn: string | null;
  /** Percent. */
  readonly cached: number | null;
  readonly cachedPrice: number | null;
  /** Tokens a minute. */
  readonly traffic: number | null;
  readonly period: 'hour' | null;
  readonly grow: 'added' | null;
  readonly against: 'models' | null;
  readonly ftTokens: number | null;
  readonly ftEpochs: number | null;
  readonly ftJob: string | null;
  /** By their names, the number fields whose text cannot be read. */
  readonly unread: Unread;
}

/** Texts of number fields that cannot be read, by their names in the address. */
export type Unread = Readonly<Record<string, string>>;

/** Limits of the number fields, by their names in the address. */
export const decisionLimits = {
  blend: { min: 0, max: 1000 },
  tpm: { min: 1, max: 1e12 },
  cached: { min: 0, max: 100 },
  cachedPrice: { min: 0, max: 100 },
  traffic: { min: 0, max: 1e12 },
  ftTokens: { min: 1, max: 1e15, isWhole: true },
  ftEpochs: { min: 1, max: 1000, isWhole: true },
} as const;

/** Every bad part is as if it were not there. Never throws. */
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

/** The number fields of an address: what can be read, and the texts of what cannot. */
export function readNumbers<Name extends string>(
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

/** A number field was typed into, by its name in the address: null is an empty one, a text one that cannot be read. */
export type ChangeNumber = (name: string, value: number | string | null) => void;

/** The address with one number field changed: null is an empty field, a text one that cannot be read. */
export function withNumber(before: Search, name: string, value: number | string | null): Search {
  // Another number was measured at no time and on nothing.
  const { [name]: _, [`${name}At`]: __, [`${name}On`]: ___, ...rest } = before;
  return value === null ? rest : { ...rest, [name]: value };
}

/** The good parts of an address, those of both lists too. */
export function readDecisionSearch(raw: Readonly<Record<string, unknown>>): Search {
  return {
    ...said(readDecisionChoices(raw)),
    ...prefixed('hardware', listParams(raw, 'hardware')),
    ...prefixed('models', listParams(raw, 'models')),
  };
}

/** The address with some terms changed, everything else as it was. */
export function withDecision(before: Search, change: Partial<DecisionChoices>): Search {
  const rest = Object.entries(before).filter(([name]) => !(name in change));
  return { ...Object.fromEntries(rest), ...said(change) };
}

/** The parameters of one list. */
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

/** The address with the parameters of one list replaced. */
export function withListParams(before: Search, list: Against, params: TableParams): Search {
  const rest = Object.entries(before).filter(([name]) => !name.startsWith(marks[list]));
  return { ...Object.fromEntries(rest), ...prefixed(list, params) };
}

// The page's own table has the same names without a mark.
const marks = { hardware: 'h.', models: 'm.' } as const;

function prefixed(list: Against, params: TableParams): TableParams {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [marks[list] + name, value]));
}

function said({ unread, ...choices }: Partial<DecisionChoices>): Search {
  return Object.fromEntries(
    Object.entries({ ...choices, ...unread }).flatMap(([name, value]) =>
      value === null ? [] : [[name, value] as const],
    ),
  );
}
