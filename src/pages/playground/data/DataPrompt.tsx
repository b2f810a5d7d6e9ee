// The prompt with its variables, and where each takes its value from.
import { changeDraft, useDraft, fieldMark } from '#draft/draft-store.ts';
import { useGrowing } from '#ui/use-growing.ts';
import { useData } from './data-store.ts';
import { useDataRun } from './run-holder.ts';
import { readTemplate } from '#draft/template.ts';
import type { Readiness } from './use-readiness.ts';

/** While a run is there, its own prompt, which does not change any more. */
export function DataPrompt({ readiness }: { readiness: Readiness }) {
  const draftPrompt = useDraft((state) => state.draft.prompt);
  const run = useDataRun((state) => state.run);
  const hasData = useData((state) => state.data !== null);
  const prompt = run === null ? draftPrompt : run.read.plan.draft.prompt;
  const { names } = run === null ? readiness.template : readTemplate(prompt);
  const field = useGrowing();
  const missing = run === null ? readiness.missing : [];
  const unused = run === null ? readiness.unused : [];
  return (
    <div {...fieldMark('prompt')} className="shrink-0 border-b border-line px-4 py-3">
      <textarea
        ref={field}
        aria-label="Prompt"
        value={prompt}
        readOnly={run !== null}
        onChange={(event) => changeDraft({ prompt: event.currentTarget.value })}
        placeholder="Write a prompt; {{name}} takes its value from the column “name”."
        spellCheck={false}
        rows={1}
        className={`field-sizing-content block max-h-40 min-h-6 w-full max-w-[92ch] resize-none overflow-y-auto bg-transparent font-mono text-token wrap-anywhere whitespace-pre-wrap outline-none placeholder:text-faint ${run === null ? '' : 'text-muted'}`}
      />
      {(names.length > 0 || hasData) && (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-dense">
          <ul aria-label="Variables" className="contents">
            {names.map((name) => (
              <li
                key={name}
                className={`inline-flex h-6 max-w-full items-center gap-1.5 rounded-control border px-1.5 ${missing.includes(name) ? 'border-bad text-bad' : 'border-line text-muted'}`}
              >
                <span className="truncate font-mono">{`{{${name}}}`}</span>
                <span className="shrink-0">{sourceOf(name, missing, hasData || run !== null)}</span>
              </li>
            ))}
          </ul>
          {names.length === 0 && run === null && prompt !== '' && (
            <p className="text-warn">The prompt has no variables, so every row would send the same.</p>
          )}
          {unused.length > 0 && (
            <p className="min-w-0 text-faint wrap-anywhere">not used: {listed(unused)}</p>
          )}
        </div>
      )}
    </div>
  );
}

function sourceOf(name: string, missing: readonly string[], hasData: boolean): string {
  if (!hasData) return 'no data yet';
  return missing.includes(name) ? 'no such column' : 'from its column';
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 6).join(', ');
  return names.length > 6 ? `${shown} and ${names.length - 6} more` : shown;
}
