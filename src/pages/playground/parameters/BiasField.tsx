// logit_bias field.
import { Suspense, useCallback, useId, useState } from 'react';
import { changeDraft, useDraft, fieldMark } from '#draft/draft-store.ts';
import type { Draft } from '#draft/draft.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Opening } from '#ui/LazyDialog.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Popover } from '#ui/Popover.tsx';
import { Loading } from '#ui/States.tsx';
import { lazyPart } from '#ui/lazy-part.ts';

const BiasLines = lazyPart(() => import('./BiasLines.tsx'), 'BiasLines');
const BiasPicker = lazyPart(() => import('./BiasLines.tsx'), 'BiasPicker');

export function BiasField({ error }: { error: string | null }) {
  const picker = useId();
  const lines = useDraft((state) => state.draft.logit_bias);
  const [focusedPart, setFocusedPart] = useState<'token' | 'bias' | null>(null);
  const handleFocused = useCallback(() => setFocusedPart(null), []);
  function add(line: Draft['logit_bias'][number], part: 'token' | 'bias') {
    change([...lines, line]);
    setFocusedPart(part);
  }
  return (
    <div {...fieldMark('logit_bias')}>
      <Field label="logit_bias" name="logit_bias" error={error} isUnset={lines.length === 0}>
        <PanelBoundary name="The biases">
          <div className="grid gap-1">
            {lines.length > 0 && (
              <Suspense fallback={<Loading rows={lines.length} />}>
                <BiasLines
                  lines={lines}
                  onLines={change}
                  error={error}
                  focusedPart={focusedPart}
                  onFocused={handleFocused}
                />
              </Suspense>
            )}
            <div className="flex gap-1">
              <Button look="quiet" onClick={() => add({ token: '', bias: '' }, 'token')}>
                + token id
              </Button>
              <Button look="quiet" popoverTarget={picker} aria-haspopup="dialog">
                + word
              </Button>
            </div>
          </div>
          <Popover id={picker} label="Token by its text">
            {(close) => (
              <div className="flex max-h-[inherit] flex-col">
                <Suspense
                  fallback={
                    <>
                      <Opening onClose={close} />
                      <Loading />
                    </>
                  }
                >
                  <BiasPicker
                    onPick={(token) => {
                      close();
                      add({ token, bias: '-100' }, 'bias');
                    }}
                  />
                </Suspense>
              </div>
            )}
          </Popover>
        </PanelBoundary>
      </Field>
    </div>
  );
}

function change(lines: Draft['logit_bias']): void {
  changeDraft({ logit_bias: lines });
}
