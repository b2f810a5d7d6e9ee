// One model beside the table: every field that the service sent, in words and as the JSON it came in.
import type { Model } from '#api/schema/model.ts';
import { cellText } from '#table/cell-text.ts';
import type { Column } from '#table/column.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { IconButton } from '#ui/IconButton.tsx';

interface ModelPanelProps {
  model: Model;
  /** The record before it was read; fields that the interface does not name are in it too. */
  raw: unknown;
  columns: readonly Column<Model>[];
  onClose: () => void;
}

/** What the columns do not show is listed after them, so that no field is lost. */
export function ModelPanel({ model, raw, columns, onClose }: ModelPanelProps) {
  const json = () => JSON.stringify(raw, null, 2);
  const others = unnamedFields(raw);
  return (
    <aside
      aria-label={`Model ${model.id}`}
      className="flex w-96 shrink-0 flex-col border-l border-line bg-panel max-desk:absolute max-desk:inset-0 max-desk:z-20 max-desk:w-auto"
    >
      <header className="flex min-h-bar shrink-0 items-center gap-2 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="min-w-0 flex-1 font-mono wrap-anywhere">{model.id}</h2>
        <CopyButton text={() => model.id} label="Copy id" />
        <IconButton icon="cross" label="Close the model" onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
          {columns.map((column) => (
            <div key={column.id} className="contents">
              <dt className="text-muted">
                {column.head}
                {column.unit && <span className="text-dense text-faint"> {column.unit}</span>}
              </dt>
              <dd className="text-right wrap-anywhere tabular-nums">
                {column.render?.(model) ?? cellText(column, column.value(model))}
              </dd>
            </div>
          ))}
          {others.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="font-mono text-dense text-muted">{name}</dt>
              <dd className="text-right font-mono text-dense wrap-anywhere">{JSON.stringify(value)}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-4 flex items-center justify-between border-t border-line pt-2">
          <h3 className="font-medium">As it came</h3>
          <CopyButton text={json} label="Copy JSON" />
        </div>
        <pre className="mt-1 overflow-x-auto text-dense whitespace-pre-wrap wrap-anywhere text-muted">
          {json()}
        </pre>
      </div>
    </aside>
  );
}

const named = new Set([
  'id',
  'object',
  'created',
  'type',
  'display_name',
  'organization',
  'link',
  'license',
  'context_length',
  'pricing',
]);

function unnamedFields(raw: unknown): readonly (readonly [string, unknown])[] {
  if (typeof raw !== 'object' || raw === null) return [];
  return Object.entries(raw).filter(([name]) => !named.has(name));
}
