// What lies beside the table: one part at a time, chosen by tabs; on a narrow window it takes the table's place.
import type { ReactNode } from 'react';
import { IconButton } from '#ui/IconButton.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import type { Side } from './search.ts';

interface SidePanelProps {
  side: Side;
  onSide: (side: Side | null) => void;
  /** How many watches there are, and how many changes since the last visit. */
  counts: { readonly watch: number; readonly changes: number };
  children: ReactNode;
}

const names = { details: 'Details', charts: 'Charts', watch: 'Watch', changes: 'Changes' } as const;

/** The part scrolls inside. */
export function SidePanel({ side, onSide, counts, children }: SidePanelProps) {
  const nameOf = (value: Side) => {
    const count = value === 'watch' ? counts.watch : value === 'changes' ? counts.changes : 0;
    return count > 0 ? `${names[value]} ${count}` : names[value];
  };
  return (
    <aside
      aria-label="Beside the table"
      className="flex w-110 shrink-0 flex-col border-l border-line bg-panel max-desk:w-full max-desk:border-l-0"
    >
      <header className="flex min-h-bar shrink-0 items-center justify-between gap-2 border-b border-line px-3">
        <Segmented
          aria-label="What lies beside the table"
          value={side}
          onValue={onSide}
          options={(['details', 'charts', 'watch', 'changes'] as const).map((value) => ({
            value,
            label: nameOf(value),
          }))}
        />
        <IconButton icon="cross" label="Close what lies beside the table" onClick={() => onSide(null)} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
    </aside>
  );
}
