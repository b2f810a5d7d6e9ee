// All fields of the record with descriptions, and the raw JSON.
import { useState } from 'react';
import { formatCounted } from '#lib/format.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { fieldsOf, isProbablyUnset } from './record-fields.ts';

/** `raw` is unparsed. */
export function RecordView({ raw }: { raw: unknown }) {
  return (
    <>
      <dl className="grid gap-x-6 tablet:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)]">
        {fieldsOf(raw).map(({ name, about, value }) => (
          <div key={name} className="contents *:border-b *:border-line *:py-1">
            <dt className="font-mono text-dense text-muted max-tablet:border-b-0 max-tablet:pb-0">{name}</dt>
            <dd className="min-w-0 wrap-anywhere max-tablet:border-b-0 max-tablet:py-0">
              <ValueText name={name} value={value} />
            </dd>
            <dd className="text-dense text-faint">{about}</dd>
          </div>
        ))}
      </dl>
      <RawJson raw={raw} />
    </>
  );
}

/** Serialized only while open: a polled record may have thousands of events. */
function RawJson({ raw }: { raw: unknown }) {
  const [isOpen, setOpen] = useState(false);
  const json = () => JSON.stringify(raw, null, 2);
  return (
    <details className="mt-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="text-muted">Raw JSON</summary>
      {isOpen && (
        <div className="mt-2">
          <CopyButton text={json} label="Copy JSON" />
          <pre className="mt-1 max-h-96 overflow-auto text-dense whitespace-pre-wrap wrap-anywhere text-muted">
            {json()}
          </pre>
        </div>
      )}
    </details>
  );
}

function ValueText({ name, value }: { name: string; value: unknown }) {
  if (name === 'events' && Array.isArray(value)) return formatCounted(value.length, 'event');
  if (isProbablyUnset(name, value)) {
    return <span className="text-faint">{JSON.stringify(value)}, probably not set</span>;
  }
  if (typeof value === 'string') return value;
  return <span className="font-mono text-dense">{JSON.stringify(value)}</span>;
}
