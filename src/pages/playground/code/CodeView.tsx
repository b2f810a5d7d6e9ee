// Code snippet view of a request.
import { useState } from 'react';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { useClient } from '#connection/use-client.ts';
import { useDraft } from '#draft/draft-store.ts';
import { readDraft } from '#draft/draft.ts';
import { stored } from '#lib/stored.ts';
import { useRun } from '#run/run-store.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { Empty } from '#ui/States.tsx';
import { controlLook } from '#ui/Field.tsx';
import { CodeText } from './CodeText.tsx';
import { keyWords, languageIds, languages, parseLanguage, type LanguageId } from './languages.ts';
import { snippetRequest } from './snippet-request.ts';

const sources = [
  { value: 'draft', label: 'Current settings' },
  { value: 'run', label: 'Last run' },
] as const;

export function CodeView({ model }: { model: string }) {
  const client = useClient();
  const draft = useDraft((state) => state.draft);
  const run = useRun();
  const [source, setSource] = useState<'draft' | 'run'>('draft');
  const [language, setLanguage] = useState(() => keptLanguage.read());
  const isRun = source === 'run' && run !== null;
  const reading = readDraft({ ...draft, model });

  const baseUrl = (isRun ? run.baseUrl : null) ?? client.baseUrl;
  const write = (request: CompletionRequest) =>
    languages[language].write(snippetRequest(request, baseUrl, location.origin));
  const request = isRun ? run.request : reading.ok ? reading.request : null;
  const code = request === null ? null : write(request);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <LanguageSelect language={language} onLanguage={setLanguage} />
        {run !== null && (
          <Segmented aria-label="Request" options={sources} value={source} onValue={setSource} />
        )}
        <span className="flex-1" />
        {code !== null && <CopyButton text={() => code} label="Copy code" />}
      </div>
      {code === null ? (
        <div className="min-h-0 flex-1">
          <Empty title="The request cannot be sent yet.">
            {reading.ok ? null : reading.errors[0]?.message}
          </Empty>
        </div>
      ) : (
        <CodeText code={code} className="min-h-0 flex-1" />
      )}
      <p className="text-dense text-muted">
        {keyWords(language, baseUrl)}
        {isRun && run.baseUrl === null && ' Recordings contain no address; this is the connection in use.'}
      </p>
    </>
  );
}

interface RequestCodeProps {
  request: CompletionRequest;
  baseUrl: string;
}

/** Never contains the API key. */
export function RequestCode({ request, baseUrl }: RequestCodeProps) {
  const [language, setLanguage] = useState(() => keptLanguage.read());
  const code = languages[language].write(snippetRequest(request, baseUrl, location.origin));
  return (
    <>
      <div className="flex items-center gap-2">
        <LanguageSelect language={language} onLanguage={setLanguage} className="min-w-0 flex-1" />
        <CopyButton text={() => code} label="Copy code" />
      </div>
      <CodeText code={code} className="max-h-80 min-h-24" />
      <p className="text-dense text-muted">{keyWords(language, baseUrl)}</p>
    </>
  );
}

interface LanguageSelectProps {
  language: LanguageId;
  onLanguage: (language: LanguageId) => void;
  className?: string;
}

function LanguageSelect({ language, onLanguage, className = '' }: LanguageSelectProps) {
  return (
    <select
      aria-label="Language"
      value={language}
      onChange={(event) => {
        const chosen = parseLanguage(event.currentTarget.value) ?? language;
        keptLanguage.write(chosen);
        onLanguage(chosen);
      }}
      className={`${controlLook} ${className}`}
    >
      {languageIds.map((id) => (
        <option key={id} value={id}>
          {languages[id].label}
        </option>
      ))}
    </select>
  );
}

const keptLanguage = stored<LanguageId>({
  key: 'inferdeck.code-language',
  version: 1,
  parse: parseLanguage,
  fallback: 'curl',
  storage: () => localStorage,
});
