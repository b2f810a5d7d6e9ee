// Labs view.
import { ViewFrame, ViewSwitch } from '#pages/playground/write/ViewFrame.tsx';
import { useSearchState } from '#pages/playground/write/search.ts';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Loading } from '#ui/States.tsx';
import { labs } from './labs.ts';

/** An unknown id in the URL opens the first lab. */
export function LabsView() {
  const { search, changeSearch } = useSearchState();
  const wanted = renamed.get(search.lab ?? '') ?? search.lab;
  const open = labs.find(({ id }) => id === wanted) ?? labs[0];
  return (
    <ViewFrame bar={<ViewSwitch />}>
      <div className="flex h-full min-h-0 max-tablet:flex-col">
        <nav
          aria-label="Labs"
          className="w-52 shrink-0 overflow-y-auto border-r border-line py-3 max-tablet:flex max-tablet:w-auto max-tablet:overflow-x-auto max-tablet:border-r-0 max-tablet:border-b max-tablet:px-2 max-tablet:py-1"
        >
          {labs.map(({ id, label }) => (
            <button
              key={id}
              ref={id === open?.id ? showWhole : null}
              type="button"
              aria-current={id === open?.id ? 'page' : undefined}
              onClick={() => changeSearch({ view: 'labs', lab: id })}
              className="block h-8 w-full px-4 text-left whitespace-nowrap text-muted hover:text-text aria-[current]:bg-raised aria-[current]:text-text max-tablet:w-auto max-tablet:rounded-control max-tablet:px-2.5"
            >
              {label}
            </button>
          ))}
        </nav>
        {open && (
          <section
            aria-label={open.label}
            className="relative min-h-0 min-w-0 flex-1 overflow-y-auto px-8 py-5 max-tablet:px-4"
          >
            <h2 className="mb-1 text-figure font-strong">{open.label}</h2>
            <p className="mb-4 text-muted">{open.summary}</p>
            <PanelBoundary key={open.id} name={open.label} whileLoading={<Loading />}>
              <open.Content />
            </PanelBoundary>
          </section>
        )}
      </div>
    </ViewFrame>
  );
}

/** Ids in addresses of older pages. */
const renamed = new Map([
  ['ladder', 'checkpoints'],
  ['field', 'grid'],
]);

/** On a phone the labs are one row, wider than the screen. */
function showWhole(button: HTMLElement | null): void {
  button?.scrollIntoView({ block: 'nearest', inline: 'center' });
}
