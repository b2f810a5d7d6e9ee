// Code snippet view of a request.
import { useState, useMemo } from 'react';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { useClient } from '#connection/use-client.ts';
import { useDraft } from '#draft/draft-store.ts';
import { readDraft } from '#draft/draft.ts';
import { stored } from '#lib/stored.ts';
import { useRun } from '#run/run-store.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Select } from '#ui/Select.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { Empty } from '#ui/States.tsx';
import { keyWords, languageIds, languages, parseLanguage, type LanguageId } from './languages.ts';
import { snippetRequest } from './snippet-request.ts';
import { colourCode } from './syntax.ts';

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
  const request = isRun ? run.request : reading.ok ? reading.request : null;
  const code = request && languages[language].write(snippetRequest(request, baseUrl, location.origin));
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
            {!reading.ok &&
              reading.errors.map(({ field, message }) => (
                <p key={field}>{message.startsWith(field) ? message : `${field}: ${message}`}</p>
              ))}
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
    <Select
      aria-label="Language"
      value={language}
      onValue={(chosen) => {
        keptLanguage.write(chosen);
        onLanguage(chosen);
      }}
      options={languageIds.map((id) => ({ value: id, label: languages[id].label }))}
      className={className}
    />
  );
}

const keptLanguage = stored<LanguageId>({
  key: 'inferdeck.code-language',
  version: 1,
  parse: parseLanguage,
  fallback: 'curl',
  storage: () => localStorage,
});

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
