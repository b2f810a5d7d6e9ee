// Which models are lines of the matrix: a list with boxes behind a button.
import { useId, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Popover } from '#ui/Popover.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { mostModels } from './most-models.ts';

interface ModelChoiceProps {
  ids: readonly string[];
  chosen: readonly string[];
  /** Null goes back to those that come first. */
  onChosen: (models: readonly string[] | null) => void;
}

/** Models keep the order of the list; those that are not in it are kept at the end. */
export function ModelChoice({ ids, chosen, onChosen }: ModelChoiceProps) {
  const id = useId();
  return (
    <>
      <Button popoverTarget={id} aria-haspopup="dialog">
        Models: {chosen.length} of {ids.length}
      </Button>
      <Popover id={id} label="Models of the matrix">
        {() => <ChoiceList ids={ids} chosen={chosen} onChosen={onChosen} />}
      </Popover>
    </>
  );
}

function ChoiceList({ ids, chosen, onChosen }: ModelChoiceProps) {
  const [words, setWords] = useState('');
  const all = [...new Set([...ids, ...chosen])];
  const shown = all.filter((each) => each.toLowerCase().includes(words.trim().toLowerCase())).slice(0, 200);
  const isFull = chosen.length >= mostModels;
  function toggle(model: string) {
    const next = new Set(chosen);
    if (!next.delete(model)) next.add(model);
    onChosen(all.filter((each) => next.has(each)));
  }
  return (
    <div className="flex max-h-[inherit] flex-col">
      <div className="flex items-center gap-2 border-b border-line px-3 py-2">
        <TextInput value={words} onValue={setWords} aria-label="Find a model" placeholder="Find a model" />
        <Button look="quiet" onClick={() => onChosen(null)}>
          Reset
        </Button>
        <Button look="quiet" onClick={() => onChosen([])}>
          None
        </Button>
        <Button look="quiet" onClick={() => onChosen(all.slice(0, mostModels))}>
          All
        </Button>
      </div>
      <ul className="min-h-0 overflow-y-auto overscroll-contain py-1">
        {shown.map((model) => {
          const isChosen = chosen.includes(model);
          return (
            <li key={model}>
              <label className="flex h-control cursor-pointer items-center gap-2 px-3 hover:bg-raised">
                <input
                  type="checkbox"
                  checked={isChosen}
                  disabled={isFull && !isChosen}
                  onChange={() => toggle(model)}
                  className="size-3.5 shrink-0 accent-act"
                />
                <span className="min-w-0 truncate font-mono text-dense">{model}</span>
              </label>
            </li>
          );
        })}
      </ul>
      {isFull && (
        <p className="border-t border-line px-3 py-2 text-dense text-muted">At most {mostModels} at once.</p>
      )}
    </div>
  );
}
