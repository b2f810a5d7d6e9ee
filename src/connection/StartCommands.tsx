// Commands that start a job on the embedded service, ready to copy.
import { useId } from 'react';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Popover } from '#ui/Popover.tsx';
import { useEmbedded } from './use-client.ts';

const commands = {
  'fine-tune': 'npm run fine-tune -- --training-file data.jsonl',
  'model upload': 'npm run upload-model -- --file model.gguf --name me/model',
} as const;

interface StartCommandsProps {
  label: string;
  kinds: readonly (keyof typeof commands)[];
}

export function StartCommands({ label, kinds }: StartCommandsProps) {
  const id = useId();
  const isEmbedded = useEmbedded();
  return (
    <>
      <Button popoverTarget={id}>{label}</Button>
      <Popover id={id} label={label}>
        {() => (
          <div className="grid gap-3 p-3">
            {isEmbedded ? (
              <>
                <p className="text-muted">
                  In a terminal, in the folder of this server. If it was started with{' '}
                  <code>INFERDECK_HOME</code>, set it there, too:
                </p>
                {kinds.map((kind) => (
                  <div key={kind} className="grid gap-1">
                    <span className="flex items-center justify-between text-label text-faint">
                      Start a {kind}
                      <CopyButton text={() => commands[kind]} label="Copy command" />
                    </span>
                    <code className="rounded-control border border-line bg-bg px-2 py-1 text-dense wrap-anywhere">
                      {commands[kind]}
                    </code>
                    {kind === 'fine-tune' && (
                      <p className="text-dense text-muted">
                        Each line of the file is <code>{'{"text": "…"}'}</code> or{' '}
                        <code>{'{"prompt": "…", "completion": "…"}'}</code>. Lines with chat{' '}
                        <code>messages</code> are not read.
                      </p>
                    )}
                  </div>
                ))}
                <p className="text-dense text-muted">
                  <code>--help</code> lists all options. <code>npm run fine-tune -- --cancel id</code> cancels
                  a fine-tune.
                </p>
              </>
            ) : (
              <p className="text-muted">
                The API has no operation that starts one: use the service’s own console or command line.{' '}
                {kinds.length === 1
                  ? 'It then appears here.'
                  : 'A fine-tune then appears here; paste the id of any other job.'}
              </p>
            )}
          </div>
        )}
      </Popover>
    </>
  );
}
