// One model beside the table: where it leads, every field with what it means, its prices over time, its JSON.
import { useEffect, useRef, type ReactNode } from 'react';
import { SAMPLE_PRICES_NOTED, isSampleModel } from '#api/schema/price.ts';
import type { Model } from '#api/schema/model.ts';
import type { Snapshot } from '#pricing/diary/snapshot.ts';
import { cellText } from '#table/cell-text.ts';
import type { Column } from '#table/column.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { RawJson } from '#ui/RawJson.tsx';
import { ModelActs } from './ModelActs.tsx';
import { ModelLink } from './ModelLink.tsx';
import { PriceHistory } from './PriceHistory.tsx';
import { unnamedFields } from './unnamed-fields.ts';

interface ModelPanelProps {
  model: Model;
  /** The record before it was read; fields that the interface does not name are in it too. */
  raw: unknown;
  columns: readonly Column<Model>[];
  /** The diary, oldest page first. */
  pages: readonly Snapshot[];
  onClose: () => void;
}

/** What the columns do not show is listed after them, so that no field is lost. Escape closes it. */
export function ModelPanel({ model, raw, columns, pages, onClose }: ModelPanelProps) {
  const box = useRef<HTMLElement>(null);
  // Whoever opens it by key goes on in it; a pointer needs no focus here.
  useEffect(() => {
    if (document.querySelector('[role=grid]:focus-visible')) box.current?.focus();
  }, []);
  return (
    <aside
      ref={box}
      tabIndex={-1}
      aria-label={`Model ${model.id}`}
      className="flex w-96 shrink-0 flex-col border-l outline-none border-line bg-panel max-desk:absolute max-desk:inset-0 max-desk:z-20 max-desk:w-auto"
    >
      <header className="flex min-h-bar shrink-0 items-center gap-2 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="min-w-0 flex-1 font-mono wrap-anywhere">{model.id}</h2>
        <CopyButton text={() => model.id} label="Copy id" />
        <IconButton icon="cross" label="Close the model" onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        {isSampleModel(model) && (
          <p className="mb-3 text-dense text-muted">
            A sample: nothing answers under this name here. Its prices were noted in {SAMPLE_PRICES_NOTED} and
            are no offer.
          </p>
        )}
        <ModelActs id={model.id} isSample={isSampleModel(model)} />
        <PriceHistory pages={pages} id={model.id} />
        <dl className="mt-4 grid gap-2 border-t border-line pt-3">
          {columns.map((column) => (
            <PanelField
              key={column.id}
              name={column.head}
              unit={column.unit}
              help={column.formula?.(model) ?? column.help}
            >
              {fieldValue(column, model)}
            </PanelField>
          ))}
          {unnamedFields(raw).map(([name, value]) => (
            <PanelField key={name} name={name} help="A field that the interface does not name, as it came.">
              <span className="font-mono text-dense">{JSON.stringify(value)}</span>
            </PanelField>
          ))}
        </dl>
        <RawJson value={raw} />
      </div>
    </aside>
  );
}

interface PanelFieldProps {
  name: string;
  unit?: string | undefined;
  help?: string | undefined;
  children: ReactNode;
}

function PanelField({ name, unit, help, children }: PanelFieldProps) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
      <dt className="text-muted">
        {name}
        {unit && <span className="text-dense text-faint"> {unit}</span>}
      </dt>
      <dd className="text-right wrap-anywhere tabular-nums">{children}</dd>
      {help && <dd className="col-span-2 text-label text-faint">{help}</dd>}
    </div>
  );
}

function fieldValue(column: Column<Model>, model: Model): ReactNode {
  if (column.id === 'link') return <ModelLink link={model.link} canFocus />;
  return column.render?.(model) ?? cellText(column, column.value(model));
}
