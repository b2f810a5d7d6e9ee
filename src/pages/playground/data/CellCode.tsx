// The exact request of a cell as code, in the language that was chosen last.
import { useState } from 'react';
import { useClient } from '#connection/use-client.ts';
import { keptLanguage } from '#pages/playground/code/kept-language.ts';
import { languageIds, languages, parseLanguage } from '#pages/playground/code/languages.ts';
import { snippetRequest } from '#pages/playground/code/snippet-request.ts';
import { controlLook } from '#ui/control-look.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import type { DataRun } from './data-run.ts';

/** The key is no part of it. */
export function CellCode({ run, cell }: { run: DataRun; cell: number }) {
  const client = useClient();
  const [language, setLanguage] = useState(() => keptLanguage.read());
  const reading = run.read.requestOf(cell);
  if (!reading.ok) return <p className="text-dense text-bad">{reading.errors[0]?.message}</p>;
  const code = languages[language].write(snippetRequest(reading.request, client.baseUrl, location.origin));
  return (
    <>
      <div className="flex items-center gap-2">
        <select
          aria-label="Language"
          value={language}
          onChange={(event) => {
            const chosen = parseLanguage(event.currentTarget.value) ?? language;
            keptLanguage.write(chosen);
            setLanguage(chosen);
          }}
          className={`${controlLook} min-w-0 flex-1`}
        >
          {languageIds.map((id) => (
            <option key={id} value={id}>
              {languages[id].label}
            </option>
          ))}
        </select>
        <CopyButton text={() => code} label="Copy code" />
      </div>
      <textarea
        aria-label="Code"
        readOnly
        spellCheck={false}
        rows={10}
        value={code}
        className="w-full resize-y rounded-control border border-line bg-bg p-2 font-mono text-dense wrap-anywhere whitespace-pre-wrap text-text"
      />
    </>
  );
}
