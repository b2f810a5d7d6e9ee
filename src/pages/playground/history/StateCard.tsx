// Selected history state.
import { useState } from 'react';
import { formatDuration } from '#lib/format.ts';
import { dateTimeWords } from '#lib/dates.ts';
import { Button } from '#ui/Button.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Loading } from '#ui/States.tsx';
import { TextInput } from '#ui/Field.tsx';
import { useDraft } from '#ui/number-text.ts';
import { keepNames, NoteFields } from './AnswerNote.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { originWords, tokenWords } from './summary.ts';
import { archive } from './history-controller.ts';
import type { HistoryNode } from './node.ts';

const DiffView = lazyPart(() => import('./DiffView.tsx'), 'DiffView');

interface StateCardProps {
  node: HistoryNode;
  /** State to compare with, and its label. */
  other: { readonly id: string | null; readonly word: string } | undefined;
  isHead: boolean;
  isMarked: boolean;
  isBusy: boolean;
  onOpen: () => void;
  onMark: () => void;
  onDeleted: () => void;
}

export function StateCard(props: StateCardProps) {
  const { node, isHead, isMarked, isBusy, onOpen, onMark, onDeleted } = props;
  const [name, setName] = useDraft(node.name, node.name);
  const [opened, setOpened] = useState<'difference' | 'deletion' | null>(null);
  const other = archive.tree.get(props.other?.id ?? null);

  function keepName() {
    const text = name.trim();
    if (text === node.name) return;
    setName(name, text);
    keepNames(node, { text });
  }

  return (
    <section aria-label="Selected state" className="grid shrink-0 gap-2 border-t border-line px-4 py-3">
      <TextInput
        aria-label="State name"
        placeholder="Name this state to find it later"
        value={name}
        onValue={(next) => setName(next, node.name)}
        onBlur={keepName}
        data-keys="name"
        onKeyDown={(event) => event.key === 'Enter' && keepName()}
      />
      <NoteFields node={node} />
      <p className="text-label wrap-anywhere text-faint">{factsOf(node).join(' · ')}</p>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" disabled={isHead || isBusy} onClick={onOpen}>
          Open
        </Button>
        <Button disabled={other === undefined} onClick={() => setOpened('difference')}>
          Diff with {props.other?.word ?? 'open'}
        </Button>
        <Button look="quiet" onClick={onMark}>
          {isMarked ? 'Unpin' : 'Pin'}
        </Button>
        <Button look="quiet" disabled={isBusy} onClick={() => setOpened('deletion')}>
          Delete
        </Button>
      </div>
      {opened === 'deletion' && (
        <DeleteDialog
          title="Delete this state"
          count={1}
          pick={() => [node.id]}
          onClose={(deleted) => {
            setOpened(null);
            if (deleted > 0) onDeleted();
          }}
        />
      )}
      {opened === 'difference' && other && (
        <Dialog title="Differences" isWide onClose={() => setOpened(null)}>
          <PanelBoundary name="The comparison" whileLoading={<Loading />}>
            <DiffView before={other} after={node} />
          </PanelBoundary>
        </Dialog>
      )}
    </section>
  );
}

function factsOf({ at, run, origin }: HistoryNode): string[] {
  const facts = [dateTimeWords(at), originWords(origin)];
  if (run) {
    facts.push(run.model, `on ${run.connection}`, tokenWords(run), formatDuration(run.endedMs));
    if (run.outputs.length > 1) facts.push(`${run.outputs.length} choices`);
    if (run.seed !== null) facts.push(`seed ${run.seed}`);
  }
  return facts.filter((fact) => fact !== null);
}
