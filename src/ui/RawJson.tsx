// Raw JSON of a record, collapsible and copyable.
import { CopyButton } from './CopyButton.tsx';

/** Put it last in a panel about a record. @param value any JSON */
export function RawJson({ value }: { value: unknown }) {
  const json = () => JSON.stringify(value, null, 2) ?? '';
  return (
    <>
      <div className="mt-4 flex items-center justify-between border-t border-line pt-2">
        <h3 className="font-medium">Raw JSON</h3>
        <CopyButton text={json} label="Copy JSON" />
      </div>
      <pre className="mt-1 overflow-x-auto text-dense whitespace-pre-wrap wrap-anywhere text-muted">
        {json()}
      </pre>
    </>
  );
}
