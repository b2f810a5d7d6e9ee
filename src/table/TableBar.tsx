// Table toolbar: search, page controls, switches and menus.
import { useId, useRef, useState, type ReactNode } from 'react';
import { useCommands } from '#ui/commands.ts';
import { Icon } from '#ui/Icon.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { PhoneFold } from '#ui/PhoneFold.tsx';
import type { HideSwitch } from './arrange.ts';
import { toggleHide, type ChangeTable, type TableState } from './table-state.ts';
import { useDraftText } from '#ui/number-text.ts';

interface TableBarProps<Row> {
  label: string;
  state: TableState;
  onState: ChangeTable;
  hides: readonly HideSwitch<Row>[];
  controls: ReactNode;
  children?: ReactNode;
}

/** `/` outside of a field focuses the search. */
export function TableBar<Row>({ label, state, onState, hides, controls, children }: TableBarProps<Row>) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  const acting = hides.filter((hide) => state.hides.includes(hide.id)).length;
  const [text, setText] = useDraftText(state.search, (search) => onState((now) => ({ ...now, search })));

  useCommands([{ title: `Search ${label}`, keys: '/', run: () => field.current?.focus() }]);

  return (
    <div className="flex min-h-bar shrink-0 flex-wrap items-center gap-2 border-b border-line bg-panel px-3 py-1.5">
      <label className="relative flex h-control max-w-56 min-w-0 grow basis-36 items-center gap-1.5 rounded-control border border-line bg-bg px-2 focus-within:outline-2 focus-within:outline-act hover:border-edge max-[40rem]:order-1 max-[40rem]:max-w-none max-[40rem]:basis-0">
        <Icon name="search" className="text-faint" />
        <input
          ref={field}
          type="search"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-keys="filter"
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            if (text === '') event.currentTarget.blur();
            else setText('');
            event.preventDefault();
          }}
          aria-label={`Search ${label}`}
          placeholder="Search"
          spellCheck={false}
          className="min-w-0 flex-1 bg-transparent outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        {text === '' && <Kbd keys="/" />}
      </label>
      {/* On a phone the search and the menus share the first line, and what is the page's follows. */}
      <div className="contents max-[40rem]:order-3 max-[40rem]:flex max-[40rem]:w-full max-[40rem]:flex-wrap max-[40rem]:items-center max-[40rem]:gap-x-3 max-[40rem]:gap-y-1 max-[40rem]:empty:hidden">
        {controls}
        {hides.length > 1 && (
          <PhoneFold
            label={acting === 0 ? 'Hide' : `Hide, ${acting} on`}
            isOpen={isUnfolded}
            onOpen={setUnfolded}
            controls={id}
          />
        )}
        <div
          id={id}
          className={`flex flex-wrap gap-x-3 empty:hidden ${hides.length > 1 && !isUnfolded ? 'max-tablet:hidden' : ''}`}
        >
          {hides.map((hide) => (
            <label key={hide.id} className="flex h-control items-center gap-1.5 text-muted hover:text-text">
              <input
                type="checkbox"
                checked={state.hides.includes(hide.id)}
                onChange={() => onState((now) => toggleHide(now, hide.id))}
                className="size-3.5 accent-act"
              />
              {hide.label}
            </label>
          ))}
        </div>
      </div>
      {children && <div className="ml-auto flex items-center gap-1 max-[40rem]:order-2">{children}</div>}
    </div>
  );
}
