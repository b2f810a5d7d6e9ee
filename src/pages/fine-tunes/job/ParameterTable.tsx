// Parameter table, or the difference from another fine-tune.
import type { FineTune } from '#api/schema/fine-tune.ts';
import { parameterDifferences } from './record-fields.ts';
import type { FineTuneSearch } from '#pages/fine-tunes/search.ts';
import { Combobox } from '#ui/Combobox.tsx';
import { IconButton } from '#ui/Button.tsx';

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
      <div className="overflow-x-auto">
        <table className="w-full text-left max-tablet:table-fixed">
          <thead className="text-dense text-muted">
            <tr className="*:border-b *:border-line *:py-1 *:pr-6 *:font-regular">
              <th scope="col" className="max-tablet:w-2/5">
                Parameter
              </th>
              <th scope="col">This one</th>
              {other && (
                <th scope="col" className="wrap-anywhere">
                  {nameOf(other)}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ field, before, after }) => (
              <tr key={field} className="*:border-b *:border-line *:py-1 *:pr-6">
                {/* A long name must not take the values' width. */}
                <th
                  scope="row"
                  className="font-mono text-dense font-regular text-muted max-tablet:w-2/5 max-tablet:wrap-anywhere"
                >
                  {field}
                </th>
                <td className="wrap-anywhere">{valueText(after)}</td>
                {other && <td className="wrap-anywhere">{valueText(before)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
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
