// View frame.
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusField, isSeen } from '#draft/draft-store.ts';
import { useCommands } from '#ui/commands.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { desk, useMedia } from '#ui/use-media.ts';
import { useSearchState, type PlaygroundView } from './search.ts';

const PanelEdge = lazyPart(() => import('./PanelEdge.tsx'), 'PanelEdge');

interface ViewFrameProps {
  /** After the view switch. */
  bar: ReactNode;
  /** Must scroll by itself. */
  children: ReactNode;
  foot?: ReactNode;
  aside?: {
    readonly label: string;
    /** Null, by width, until the user opens or folds it. */
    readonly unfolded: boolean | null;
    readonly content: ReactNode;
  };
}

/**
 * On a phone an open panel replaces the content. Stacking contexts keep the paint of parts while text
 * streams.
 */
export function ViewFrame({ bar, children, foot, aside }: ViewFrameProps) {
  return (
    <div className="grid h-full min-h-0 grid-cols-[minmax(0,1fr)_auto] grid-rows-[auto_minmax(0,1fr)_auto]">
      <div
        data-bar=""
        className="isolate col-start-1 row-start-1 flex min-h-bar min-w-0 flex-wrap items-center gap-2 border-b border-line bg-panel px-4 py-1.5 max-tablet:py-2 low:py-1"
      >
        {bar}
      </div>
      <div
        className={`isolate col-start-1 row-start-2 min-h-0 min-w-0 ${aside?.unfolded ? 'max-tablet:not-print:invisible' : ''}`}
      >
        {children}
      </div>
      {foot !== undefined && (
        <div className="isolate col-start-1 row-start-3 min-w-0 border-t border-line bg-panel">{foot}</div>
      )}
      {aside && (
        <aside
          aria-label={aside.label}
          className={`relative isolate w-side overflow-hidden border-l border-line bg-panel max-tablet:w-full max-desk:z-1 max-desk:col-start-1 max-desk:row-start-2 max-desk:justify-self-end max-desk:shadow-float desk:col-start-2 desk:row-span-3 desk:row-start-1 print:hidden ${foldClass(aside.unfolded)}`}
        >
          {aside.content}
          <PanelBoundary name="The edge" whileLoading={null}>
            <PanelEdge />
          </PanelBoundary>
        </aside>
      )}
    </div>
  );
}

// In CSS: the first render is never in the wrong state.
function foldClass(unfolded: boolean | null): string {
  if (unfolded === null) return 'max-desk:hidden';
  return unfolded ? '' : 'hidden';
}

export function ViewSwitch() {
  const { search, changeSearch } = useSearchState();
  return (
    // On a phone a second row would take room from the text.
    <div className="max-tablet:[&_label]:px-1.5">
      <Segmented
        aria-label="View"
        options={views}
        value={search.view ?? 'write'}
        onValue={(view) => changeSearch({ view, lab: search.lab })}
      />
    </div>
  );
}

const views: readonly { readonly value: PlaygroundView; readonly label: string }[] = [
  { value: 'write', label: 'Write' },
  { value: 'compare', label: 'Compare' },
  { value: 'data', label: 'Data' },
  { value: 'labs', label: 'Labs' },
];

export function useFold(): {
  readonly unfolded: boolean | null;
  readonly isOpen: boolean;
  readonly toggle: () => void;
} {
  const [unfolded, setUnfolded] = useState<boolean | null>(null);
  const isWide = useMedia(desk);
  const isOpen = unfolded ?? isWide;
  const toggle = () => setUnfolded(!isOpen);
  function close() {
    toggle();
    // On a phone it cannot be focused before.
    requestAnimationFrame(() => focusField('prompt'));
  }
  // Where it covers the content.
  useCommands(isWide ? [] : [{ title: 'Close the side panel', keys: 'Escape', isOff: !isOpen, run: close }]);
  return { unfolded, isOpen, toggle };
}

/**
 * Focuses a field, also from the command palette.
 * @param openTab of the fields, in the panel that `toggle` unfolds
 */
export function useShowField(
  isOpen: boolean,
  toggle: () => void,
  openTab?: () => void,
): (field: string) => void {
  function showField(field: string) {
    const isInPanel = field !== 'model' && field !== 'prompt';
    requestAnimationFrame(() => {
      flushSync(() => {
        if (isInPanel) openTab?.();
        // On a phone the panel covers the prompt.
        if (isInPanel ? !isOpen : isOpen && !isSeen(field)) toggle();
      });
      focusField(field);
    });
  }
  useCommands([{ title: 'Go to', isOfFields: true, run: showField }]);
  return showField;
}
