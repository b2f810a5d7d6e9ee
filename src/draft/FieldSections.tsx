// All request fields, under the headings of their groups.
import type { ReactNode } from 'react';
import { fieldGroups, fieldNames, requestFields, type RequestField } from '#api/schema/request-fields.ts';
import { FieldHelp } from '#ui/Field.tsx';

interface FieldSectionsProps {
  /** By wire name; keep its identity while unchanged. */
  help: Readonly<Record<string, string>>;
  /** With the name as key. */
  renderField: (name: RequestField) => ReactNode;
}

export function FieldSections({ help, renderField }: FieldSectionsProps) {
  return (
    <FieldHelp texts={help}>
      <div className="divide-y divide-line">
        {fieldGroups.map((title) => (
          <section key={title} aria-label={title} className="grid gap-2 px-4 py-4">
            <h2 className="text-dense font-strong text-muted">{title}</h2>
            {fieldNames.filter((name) => requestFields[name].group === title).map(renderField)}
          </section>
        ))}
      </div>
    </FieldHelp>
  );
}
