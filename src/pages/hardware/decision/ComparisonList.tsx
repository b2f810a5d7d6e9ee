// Under the chart: this model on every configuration, or this configuration under every model; a press selects.
import { useMemo } from 'react';
import type { Terms } from '#pricing/decision/decision.ts';
import type { Column } from '#table/column.ts';
import { DataTable } from '#table/DataTable.tsx';
import type { TableParams } from '#table/address-params.ts';
import { useAddressedState } from '#table/use-addressed-state.ts';
import { Segmented } from '#ui/Segmented.tsx';
import { comparisonColumns } from './comparison-columns.tsx';
import type { ComparisonRow } from './comparison-rows.ts';
import type { Against } from './search.ts';

interface ComparisonListProps {
  against: Against;
  terms: Pick<Terms, 'blend' | 'utilisation'>;
  /** A term is typed that cannot be read: no figure is known. */
  isUnread: boolean;
  rows: readonly ComparisonRow[];
  /** Ids that the service offers for the model; null where it has not said, or models are listed. */
  offered: ReadonlySet<string> | null;
  /** The row that is compared now. */
  openId: string;
  params: TableParams;
  onParams: (params: TableParams) => void;
  onAgainst: (against: Against) => void;
  onOpen: (id: string) => void;
}

/** One of the two lists; another `against` needs another key. */
export function ComparisonList(props: ComparisonListProps) {
  const { against, terms, isUnread, rows, offered, openId, params, onParams, onAgainst, onOpen } = props;
  const { blend, utilisation } = terms;
  const columns = useMemo(() => {
    const known = comparisonColumns(against, { blend, utilisation });
    return isUnread ? known.map(withoutFigures) : known;
  }, [against, blend, utilisation, isUnread]);
  const [state, onState] = useAddressedState(params, onParams, { columns });
  return (
    <DataTable
      label={against === 'hardware' ? 'configurations compared' : 'models compared'}
      rows={rows}
      columns={columns}
      getId={rowId}
      state={state}
      onState={onState}
      openId={openId}
      getDimmed={({ id }) =>
        offered?.has(id) === false ? 'The service does not offer the model on this hardware.' : null
      }
      onOpen={({ id }) => onOpen(id)}
      controls={
        <Segmented
          aria-label="What is listed"
          value={against}
          onValue={onAgainst}
          options={[
            { value: 'hardware', label: 'Configurations' },
            { value: 'models', label: 'Models' },
          ]}
        />
      }
      empty={<p className="text-muted">No model here has a token price above zero.</p>}
    />
  );
}

function withoutFigures(column: Column<ComparisonRow>): Column<ComparisonRow> {
  return column.kind === 'id' ? column : { ...column, value: () => null, formula: () => null };
}

function rowId({ id }: ComparisonRow): string {
  return id;
}
