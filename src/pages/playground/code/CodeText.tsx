// Read-only code with syntax colours.
import { useMemo } from 'react';
import { colourCode } from './syntax.ts';

/** Over a field, since only a field is found and copied by keys. */
export function CodeText({ code, className }: { code: string; className: string }) {
  const parts = useMemo(() => colourCode(code), [code]);
  return (
    <div
      className={`grid auto-rows-max overflow-auto rounded-control border border-line bg-bg font-mono text-dense wrap-anywhere whitespace-pre-wrap text-text focus-within:outline-2 focus-within:outline-act ${className}`}
    >
      <pre
        aria-hidden="true"
        className="col-start-1 row-start-1 p-3 font-mono wrap-anywhere whitespace-pre-wrap"
      >
        {parts.map(({ at, text, kind }) =>
          kind === null ? (
            text
          ) : (
            <span key={at} className={colours[kind]}>
              {text}
            </span>
          ),
        )}
        {'\n'}
      </pre>
      <textarea
        aria-label="Code"
        readOnly
        spellCheck={false}
        value={code}
        className="col-start-1 row-start-1 resize-none overflow-hidden bg-transparent p-3 font-mono wrap-anywhere whitespace-pre-wrap text-transparent outline-none forced-colors:opacity-0"
      />
    </div>
  );
}

const colours = {
  comment: 'text-faint',
  key: 'text-act',
  string: 'text-ok',
  keyword: 'text-act',
  number: 'text-warn',
} as const;
