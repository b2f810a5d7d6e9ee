// Combobox: suggestions or free text.
import { useId } from 'react';
import { CutId } from './CutId.tsx';
import { useFieldControl } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { Opening } from './LazyDialog.tsx';
import { PanelBoundary } from './PanelBoundary.tsx';
import { lazyPart } from './lazy-part.ts';
import type { PickerGroup } from './PickerList.tsx';
import { Popover } from './Popover.tsx';
import { Loading } from './States.tsx';

const loadList = () => import('./PickerList.tsx');
const PickerList = lazyPart(loadList, 'PickerList');

interface ComboboxProps {
  /** As `Model`. */
  label: string;
  value: string;
  /** Of the value. Default: itself. */
  name?: string;
  onValue: (value: string) => void;
  groups: readonly PickerGroup[];
  /** As `256 ctx · free`. */
  detail?: string;
  emptyText?: string;
}

/** Accepts any string. Hover or focus preloads the list. */
export function Combobox({
  label,
  value,
  name = value,
  onValue,
  groups,
  detail,
  emptyText = 'choose',
}: ComboboxProps) {
  const id = useId();
  const field = useFieldControl();
  return (
    <>
      <button
        {...field}
        type="button"
        popoverTarget={id}
        aria-haspopup="dialog"
        data-printed=""
        aria-label={`${label}: ${name || emptyText}${detail ? ` ${detail}` : ''}`}
        onPointerEnter={warm}
        onFocus={warm}
        className="inline-flex h-control max-w-full min-w-0 items-center overflow-hidden text-left tablet:min-w-[min(15rem,100%)] gap-2 rounded-control border border-line bg-panel px-2.5 transition-colors hover:border-edge aria-invalid:border-bad"
      >
        {/* Where not all of the detail fits beside the name, it wraps out of sight. */}
        <span className="flex h-lh min-w-0 flex-auto flex-wrap gap-x-2 overflow-hidden">
          {name ? (
            <CutId id={name} title={value} />
          ) : (
            <span className="truncate text-faint">{emptyText}</span>
          )}{' '}
          {detail && <span className="truncate text-dense text-muted max-tablet:hidden">{detail}</span>}
        </span>
        <Icon name="chevronDown" className="-mr-1 ml-auto text-muted" />
      </button>
      <Popover id={id} label={label} width="w-136">
        {(close) => (
          <div className="flex max-h-[inherit] flex-col">
            <PanelBoundary
              name="The list"
              whileLoading={
                <div className="p-3">
                  <Opening onClose={close} />
                  <Loading />
                </div>
              }
            >
              <PickerList
                label={`${label}: search, or type one`}
                groups={groups}
                picked={value}
                freeText="Use"
                onPick={(picked) => {
                  onValue(picked);
                  close();
                }}
              />
            </PanelBoundary>
          </div>
        )}
      </Popover>
    </>
  );
}

// Opening the list shows the error.
function warm() {
  loadList().catch(() => undefined);
}
