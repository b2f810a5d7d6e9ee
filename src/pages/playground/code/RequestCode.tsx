// One exact request as code, in the language that was chosen last.
import { useState } from 'react';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { controlLook } from '#ui/TextInput.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { keptLanguage } from './kept-language.ts';
import { keyWords, languageIds, languages, parseLanguage } from './languages.ts';
import { snippetRequest } from './snippet-request.ts';

interface RequestCodeProps {
  request: CompletionRequest;
  /** Where it was sent, or would be. */
  baseUrl: string;
  rows?: number;
}

/** The key is no part of it. */
export function RequestCode({ request, baseUrl, rows = 10 }: RequestCodeProps) {
  const [language, setLanguage] = useState(() => keptLanguage.read());
  const code = languages[language].write(snippetRequest(request, baseUrl, location.origin));
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
        rows={rows}
        value={code}
        className="w-full resize-y rounded-control border border-line bg-bg p-2 font-mono text-dense wrap-anywhere whitespace-pre-wrap text-text"
      />
      <p className="text-dense text-muted">{keyWords(language, baseUrl)}</p>
    </>
  );
}
