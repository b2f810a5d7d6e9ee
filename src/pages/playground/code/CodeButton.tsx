// Opens the code of the request. What writes it is loaded when it is first asked for.
import { lazy, Suspense, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { chunk } from '#ui/chunk.ts';
import { useCommands } from '#ui/commands.ts';
import { LazyDialog } from '#ui/LazyDialog.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';

const CodeView = lazy(async () => ({ default: (await chunk(() => import('./CodeView.tsx'))).CodeView }));

/** `model` is the one that would be sent, also where the draft names none. */
export function CodeButton({ model }: { model: string }) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useCommands([{ title: 'Code', run: open }]);
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" onClick={open}>
        Code
      </Button>
      {isOpen && (
        <LazyDialog title="Code" isWide onClose={() => setOpen(false)}>
          <div className="flex h-[min(35rem,calc(100dvh-8rem))] shrink-0 flex-col gap-3">
            <PanelBoundary name="The code">
              <Suspense>
                <CodeView model={model} />
              </Suspense>
            </PanelBoundary>
          </div>
        </LazyDialog>
      )}
    </>
  );
}
