// The frame that every view of the playground fills: its bar, its work, its figures, and what stands beside them.
import type { ReactNode } from 'react';

interface ViewFrameProps {
  /** The controls of the view, behind the switch of views. */
  bar: ReactNode;
  /** Scrolls by itself. */
  children: ReactNode;
  foot?: ReactNode;
  /** What stands beside the work, and whether it does: until a person folds or opens it, the width decides. */
  aside?: {
    readonly label: string;
    readonly fold: 'open' | 'folded' | 'by width';
    readonly content: ReactNode;
  };
}

/**
 * The work takes the room that is left. A bar without room wraps; on a phone, what is beside takes the place of the work, in which
 * nothing can be reached then. Each part is a
 * stacking context: while text streams, the browser keeps the paint of the others instead of walking through them.
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
        className={`isolate col-start-1 row-start-2 min-h-0 min-w-0 ${aside?.fold === 'open' ? 'max-tablet:invisible' : ''}`}
      >
        {children}
      </div>
      {foot !== undefined && (
        <div className="isolate col-start-1 row-start-3 min-w-0 border-t border-line bg-panel">{foot}</div>
      )}
      {aside && (
        <aside
          aria-label={aside.label}
          className={`isolate w-side overflow-hidden border-l border-line bg-panel max-tablet:w-full max-desk:z-1 max-desk:col-start-1 max-desk:row-start-2 max-desk:justify-self-end max-desk:shadow-float desk:col-start-2 desk:row-span-3 desk:row-start-1 ${foldClass[aside.fold]}`}
        >
          {aside.content}
        </aside>
      )}
    </div>
  );
}

// The width decides in the style sheet, without a first draw in the wrong state.
const foldClass = { open: '', folded: 'hidden', 'by width': 'max-desk:hidden' } as const;
