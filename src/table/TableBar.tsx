// Table toolbar.
import { startTransition, useId, useRef, useState, type ReactNode } from 'react';
import { useCommands } from '#ui/commands.ts';
import { Icon } from '#ui/Icon.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { PhoneFold } from '#ui/PhoneFold.tsx';
import type { QuickFilter } from './arrange.ts';
import { toggleQuickFilter, type ChangeTable, type TableState } from './table-state.ts';
import { useDraftText } from '#ui/number-text.ts';

interface TableBarProps<Row> {
  label: string;
  state: TableState;
  onState: ChangeTable;
  /** When a search may follow. */
  onSearch: () => void;
  hides: readonly QuickFilter<Row>[];
  controls: ReactNode;
  children?: ReactNode;
}

/** `/` focuses the search. On a phone all else is folded. */
export function TableBar<Row>(props: TableBarProps<Row>) {
  const { label, state, onState, onSearch, hides, controls, children } = props;
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  const acting = hides.filter((hide) => state.hides.includes(hide.id)).length;
  // First the letter, then the rows.
  const [text, setText] = useDraftText(state.search, (search) =>
    startTransition(() => onState((now) => ({ ...now, search }))),
  );

  function focusSearch() {
    field.current?.focus();
    field.current?.select();
  }
  useCommands([{ title: `Search ${label}`, keys: '/', run: focusSearch }]);

  return (
    <div className="flex min-h-bar shrink-0 flex-wrap items-center gap-2 border-b border-line bg-panel px-3 py-1.5 tablet:low:flex-nowrap tablet:low:overflow-x-auto">
      <label className="relative flex h-control max-w-56 min-w-0 grow basis-36 items-center gap-1.5 rounded-control border border-line bg-bg px-2 focus-within:outline-2 focus-within:outline-act hover:border-edge max-tablet:max-w-none tablet:low:min-w-36">
        <Icon name="search" className="text-faint" />
        <input
          ref={field}
          type="search"
          value={text}
          onFocus={onSearch}
          onChange={(event) => setText(event.currentTarget.value)}
          data-keys="filter"
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown')
              event.currentTarget.closest('section')?.querySelector<HTMLElement>('[role=grid]')?.focus();
            else if (event.key !== 'Escape') return;
            else if (text === '') event.currentTarget.blur();
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
      <PhoneFold
        label={acting === 0 ? 'Options' : `Options, ${acting} on`}
        isOpen={isUnfolded}
        onOpen={setUnfolded}
        controls={id}
      />
      <div
        id={id}
        className={`contents ${isUnfolded ? 'max-tablet:flex max-tablet:w-full max-tablet:flex-wrap max-tablet:items-center max-tablet:gap-x-3 max-tablet:gap-y-1' : 'max-tablet:hidden'}`}
      >
        {controls}
        <div className="flex flex-wrap gap-x-3 empty:hidden tablet:low:shrink-0 tablet:low:flex-nowrap">
          {hides.map((hide) => (
            <label
              key={hide.id}
              className="flex h-control items-center gap-1.5 whitespace-nowrap text-muted hover:text-text"
            >
              <input
                type="checkbox"
                checked={state.hides.includes(hide.id)}
                onChange={() => onState((now) => toggleQuickFilter(now, hide.id))}
                className="size-3.5 accent-act"
              />
              {hide.label}
            </label>
          ))}
        </div>
        {children && <div className="ml-auto flex items-center gap-2 max-tablet:ml-0">{children}</div>}
      </div>
    </div>
  );
}
