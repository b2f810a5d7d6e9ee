// Opens the link of the draft. What makes it is loaded when it is first asked for.
import { lazy, Suspense } from 'react';
import { Button } from '#ui/Button.tsx';
import { chunk } from '#ui/chunk.ts';
import { useCommands } from '#ui/commands.ts';
import { Popover } from '#ui/Popover.tsx';

const LinkView = lazy(async () => ({ default: (await chunk(() => import('./LinkView.tsx'))).LinkView }));

/** `model` is the one that would be sent, also where the draft names none. */
export function LinkButton({ model }: { model: string }) {
  useCommands([{ title: 'Link', run: () => document.getElementById('link')?.showPopover() }]);
  return (
    <>
      <Button look="quiet" popoverTarget="link">
        Link
      </Button>
      <Popover id="link" label="Link to this draft">
        {() => (
          <Suspense>
            <LinkView model={model} />
          </Suspense>
        )}
      </Popover>
    </>
  );
}
