// Parameter table, or the difference from another fine-tune.
import type { FineTune } from '#api/schema/fine-tune.ts';
import { parameterDifferences } from './record-fields.ts';
import type { FineTuneSearch } from '#pages/fine-tunes/search.ts';
import { Combobox } from '#ui/Combobox.tsx';
import { IconButton } from '#ui/Button.tsx';
import { type PlainColumn, PlainTable } from '#ui/PlainTable.tsx';

interface ParameterTableProps {
  fineTune: FineTune;
  all: readonly FineTune[];
  search: FineTuneSearch;
}

export function ParameterTable({ fineTune, all, search: { against } }: ParameterTableProps) {
  const other = against === undefined ? undefined : all.find(({ id }) => id === against);
  // Every parameter differs from an empty record.
  const rows = parameterDifferences(other ?? { id: '' }, fineTune);
  if (rows.length === 0) {
    return (
      <p className="text-muted">
        {other === undefined ? 'The record has no parameters.' : 'Both have the same parameters.'}
      </p>
    );
  }
  return (
    <>
      {against !== undefined && other === undefined && (
        <p className="mb-2 text-muted">{against} is not listed; only this one’s parameters are shown.</p>
      )}
      <PlainTable
        label="Parameters"
        columns={other ? [...columns, otherColumn(nameOf(other))] : columns}
        rows={rows}
        rowKey={({ field }) => field}
        look="w-full max-tablet:table-fixed"
      />
    </>
  );
}

type Row = ReturnType<typeof parameterDifferences>[number];

const columns: readonly PlainColumn<Row>[] = [
  {
    id: 'Parameter',
    isRowHead: true,
    // A long name must not take the values' width.
    look: 'max-tablet:w-2/5 max-tablet:wrap-anywhere',
    cellLook: 'font-mono text-muted',
    cell: ({ field }) => field,
  },
  { id: 'This one', look: 'wrap-anywhere', cell: ({ after }) => valueText(after) },
];

function otherColumn(name: string): PlainColumn<Row> {
  return { id: 'other', head: name, look: 'wrap-anywhere', cell: ({ before }) => valueText(before) };
}

interface AgainstPickerProps extends ParameterTableProps {
  changeSearch: (change: FineTuneSearch, how: 'push' | 'replace') => void;
}

export function AgainstPicker({ fineTune, all, search: { against }, changeSearch }: AgainstPickerProps) {
  const others = all.filter(({ id }) => id !== fineTune.id);
  if (others.length === 0) return null;
  return (
    <>
      <Combobox
        label="Differences from"
        value={against ?? ''}
        emptyText="Compare to…"
        groups={[
          {
            label: 'Fine-tunes',
            options: others.map((each) => ({
              value: each.id,
              label: nameOf(each),
              detail: each.status ?? '',
            })),
          },
        ]}
        onValue={(value) => changeSearch({ against: value }, 'push')}
      />
      {against !== undefined && (
        <IconButton
          icon="cross"
          label="Show all parameters"
          onClick={() => changeSearch({ against: undefined }, 'push')}
        />
      )}
    </>
  );
}

function nameOf({ id, model_output_name: name }: FineTune): string {
  return name || id;
}

function valueText(value: string | number | boolean | undefined) {
  if (value === undefined) return <span className="text-faint">not in the record</span>;
  if (value === '') return <span className="text-faint">empty</span>;
  return String(value);
}
