// Comparison tables of hardware or models.
import { useMemo } from 'react';
import { formatCount } from '#lib/format.ts';
import type { Against } from '#pages/hardware/configurations/search.ts';
import { type Derived, formatDollars } from '#pricing/money.ts';
import { ratioInWords } from '#pricing/workload.ts';
import { DataTable } from '#table/DataTable.tsx';
import type { TableParams } from '#table/address-params.ts';
import type { Column } from '#table/column.ts';
import { useAddressedState } from '#table/address.ts';
import { Segmented } from '#ui/Segmented.tsx';
import type { Tone } from '#ui/States.tsx';
import { isNeverReached } from './break-even.ts';
import { percent, throughputInWords } from './decision-card.ts';
import { notOffered, type ComparisonRow } from './comparison-rows.ts';
import { type Terms, tokensPerReplica } from './decision.ts';

interface ComparisonListProps {
  against: Against;
  terms: Pick<Terms, 'blend' | 'utilisation'>;
  /** What the rows are computed for. */
  note: string;
  isUnread: boolean;
  rows: readonly ComparisonRow[];
  openId: string;
  params: TableParams;
  onParams: (params: TableParams, how: 'push' | 'replace') => void;
  onAgainst: (against: Against) => void;
  onOpen: (id: string) => void;
}

/** Needs `against` in its `key`. */
export function ComparisonList(props: ComparisonListProps) {
  const { against, terms, note, isUnread, rows, openId, params, onParams, onAgainst, onOpen } = props;
  const { blend, utilisation } = terms;
  const columns = useMemo(() => {
    const known = comparisonColumns(against, { blend, utilisation, note });
    return isUnread ? known.map(withoutFigures) : known;
  }, [against, blend, utilisation, note, isUnread]);
  const state = useAddressedState(params, onParams, { columns });
  return (
    <DataTable
      label={against === 'hardware' ? 'configurations compared' : 'models compared'}
      rows={rows}
      columns={columns}
      row={{
        getId: rowId,
        onOpen: ({ id }) => onOpen(id),
        openId,
        getDimmed: ({ isNotOffered }) => (isNotOffered ? notOffered : null),
      }}
      state={state}
      controls={
        <Segmented
          aria-label="Compare"
          value={against}
          onValue={onAgainst}
          options={[
            { value: 'hardware', label: 'Configurations' },
            { value: 'models', label: 'Models' },
          ]}
        />
      }
      empty={<p className="text-muted">No model has a token price above zero.</p>}
    />
  );
}

function withoutFigures(column: Column<ComparisonRow>): Column<ComparisonRow> {
  return column.kind === 'id' ? column : { ...column, value: () => null, formula: () => null };
}

function rowId({ id }: ComparisonRow): string {
  return id;
}

/** Heads name blend and utilisation. */
function comparisonColumns(
  against: Against,
  { blend, utilisation, note }: Pick<Terms, 'blend' | 'utilisation'> & { readonly note: string },
): readonly Column<ComparisonRow>[] {
  const [atUse, atBlend] = [`$/1M at ${percent(utilisation)}`, `$/1M at ${ratioInWords(blend)}`];
  return [
    {
      id: 'id',
      head: against === 'hardware' ? 'Configuration' : 'Model',
      kind: 'id',
      fileNote: note,
      value: ({ id }) => id,
      width: 264,
    },
    {
      id: 'verdict',
      head: 'Verdict',
      kind: 'status',
      value: (row) => verdictWords[verdictOf(row)],
      tone: (row) => verdictTones[verdictOf(row)],
      formula: ({ sentence }) => sentence,
      facet: true,
      width: 176,
      help:
        against === 'hardware'
          ? 'Whether dedicated can be cheaper at traffic the machines can serve. Throughput applies to the selected configuration; that of others is unknown.'
          : 'Whether dedicated can be cheaper at traffic the machines can serve; each model has its own throughput. Whether it is offered on this hardware is asked when its row is chosen, or in Matrix.',
    },
    {
      ...derived(
        'breakEven',
        'Break-even',
        'in + out tokens/min',
        ({ computed }) => computed.breakEven,
        formatCount,
        208,
      ),
      value: ({ computed, decision }) =>
        isNeverReached(decision.terms, computed) ? 'never' : computed.breakEven.value,
    },
    derived('dedicated', 'Dedicated', atUse, ({ computed }) => computed.dedicated, formatDollars, 184),
    derived('serverless', 'Serverless', atBlend, ({ computed }) => computed.serverless, formatDollars, 176),
    derived('needed', 'Needed per replica', 'in + out tokens/min', ({ needed }) => needed, formatCount, 264),
    against === 'hardware'
      ? derived('month', 'All replicas', '$/month', ({ month }) => month, formatDollars, 160)
      : throughputColumn,
  ];
}

const throughputColumn: Column<ComparisonRow> = {
  id: 'throughput',
  head: 'Throughput',
  unit: 'in + out tokens/min',
  kind: 'number',
  value: ({ decision }) => tokensPerReplica(decision.terms),
  format: formatCount,
  formula: ({ decision: { terms, hardware } }) =>
    terms.throughput === null
      ? 'No stream of this model has been measured in this browser.'
      : throughputInWords(terms, hardware.id),
  width: 208,
};

/** Prices decide nothing where the model cannot run. */
function verdictOf({ computed, isNotOffered }: ComparisonRow): keyof typeof verdictWords {
  return isNotOffered ? 'not-offered' : computed.verdict.kind;
}

const verdictWords = {
  'wins-above': 'can pay off',
  never: 'never pays off',
  'capacity-unknown': 'throughput unknown',
  unknown: 'not comparable',
  'not-offered': 'not offered',
} as const;

const verdictTones = {
  'wins-above': 'ok',
  never: 'bad',
  'capacity-unknown': 'partial',
  unknown: 'none',
  'not-offered': 'none',
} as const satisfies Record<keyof typeof verdictWords, Tone>;

function derived(
  id: string,
  head: string,
  unit: string,
  pick: (row: ComparisonRow) => Derived,
  format: (value: number) => string,
  width: number,
): Column<ComparisonRow> {
  return {
    id,
    head,
    unit,
    kind: unit.startsWith('$') ? 'money' : 'number',
    value: (row) => pick(row).value,
    format,
    formula: (row) => pick(row).formula,
    width,
  };
}
