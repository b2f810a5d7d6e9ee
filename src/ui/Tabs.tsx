// Tabs. Hand-written: a library's weigh 10 kB gzip, these less than one.
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';

interface TabsProps<Id extends string> {
  /** Accessible name. */
  label: string;
  tabs: readonly { readonly id: Id; readonly label: string; readonly content: ReactNode }[];
  value: Id;
  onValue: (id: Id) => void;
}

/** One tab stop; arrow keys, Home and End move and open. The panel scrolls. */
export function Tabs<Id extends string>({ label, tabs, value, onValue }: TabsProps<Id>) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const open = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === value),
  );

  function handleKey(event: KeyboardEvent) {
    const next = target(event.key, open, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || !tab) return;
    event.preventDefault();
    onValue(tab.id);
    const button = list.current?.children[next];
    if (button instanceof HTMLElement) button.focus();
  }

  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="shrink-0 border-b border-line px-4 py-3 low:py-1.5">
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          className="flex h-control rounded-control border border-line"
        >
          {tabs.map((tab, index) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${base}-tab-${tab.id}`}
              aria-selected={index === open}
              aria-controls={`${base}-panel`}
              tabIndex={index === open ? 0 : -1}
              onClick={() => onValue(tab.id)}
              data-keys="tabs"
              onKeyDown={handleKey}
              className="flex-1 border-l border-line px-2 text-muted transition-colors first:rounded-l-[4px] first:border-l-0 last:rounded-r-[4px] hover:text-text aria-selected:bg-raised aria-selected:text-text"
            >
              {tab.label}
            </button>
          ))}
        </div>
      </div>
      <div
        key={value}
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-tab-${tabs[open]?.id ?? ''}`}
        tabIndex={-1}
        className="min-h-0 flex-1 overflow-y-auto focus-visible:outline-none"
      >
        {tabs[open]?.content}
      </div>
    </div>
  );
}

function target(key: string, open: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (open + 1) % count;
  if (key === 'ArrowLeft') return (open + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}
