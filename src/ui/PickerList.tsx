// Filterable list of the combobox and palette.
import { Autocomplete } from '@base-ui/react/autocomplete';
import { useLayoutEffect, useRef, useState } from 'react';
import { formatCount } from '#lib/format.ts';
import { CutId } from './CutId.tsx';
import { Icon } from './Icon.tsx';
import { takeTypedAhead } from './LazyDialog.tsx';

interface PickerListProps {
  groups: readonly PickerGroup[];
  picked?: string;
  onPick: (value: string) => void;
  /** Accessible name and placeholder. */
  label: string;
  /** Precedes an unlisted value, as `Use`; absent: only listed values. */
  freeText?: string;
  find?: typeof narrow;
}

/** The first match is always highlighted. */
export function PickerList({ groups, picked, onPick, label, freeText, find = narrow }: PickerListProps) {
  const [query, setQuery] = useState('');
  const [isNew, setNew] = useState(true);
  const typed = query.trim();
  const { groups: left, hidden } = find(groups, query);
  const isFree = freeText !== undefined && typed !== '' && !isListed(groups, typed);
  const items = [...left.map(toItems), ...(isFree ? [{ label: 'As typed', items: [{ value: typed }] }] : [])];
  const field = useRef<HTMLInputElement>(null);

  // A render that is thrown away would take what was typed with it.
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- known only once the list is there
    setQuery(takeTypedAhead());
    // For what opens with it, and for what is open.
    field.current?.setAttribute('autofocus', '');
    field.current?.focus();
  }, []);

  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      items={items}
      value={query}
      onValueChange={(value, { reason }) => {
        if (reason !== 'item-press') setQuery(value);
      }}
      itemToStringValue={(option: PickerOption) => option.value}
      autoHighlight="always"
      keepHighlight
    >
      <Autocomplete.Input
        ref={field}
        aria-label={label}
        placeholder={label}
        spellCheck={false}
        // A screen reader that meets an option first neither names the field nor lets one type in it.
        {...(isNew && { 'aria-activedescendant': undefined })}
        onKeyDownCapture={() => setNew(false)}
        className="h-bar w-full shrink-0 border-b border-line bg-transparent px-3 outline-none"
      />
      <Autocomplete.List
        aria-label={label}
        className="min-h-0 flex-auto scroll-py-2 overflow-y-auto overscroll-contain py-1"
      >
        {(group: ItemGroup) => (
          <Autocomplete.Group key={group.label} items={group.items} className="pb-1">
            <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-label text-faint">
              {group.label}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(option: PickerOption) => (
                <Autocomplete.Item
                  key={option.value}
                  value={option}
                  aria-label={nameOf(option, group.label === 'As typed' ? freeText : undefined)}
                  onClick={() => onPick(option.value)}
                  className="mx-1 flex min-h-control cursor-pointer items-center gap-3 rounded-control px-2 data-highlighted:bg-raised"
                >
                  <Words option={option} prefix={group.label === 'As typed' ? freeText : undefined} />
                  {option.value === picked && <Icon name="check" className="text-act" />}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <output className="px-3 pt-1 pb-3 text-muted empty:hidden">
        {/* The same at every letter: a screen reader says it once. */}
        {items.length === 0 && (typed === '' ? 'Nothing is listed.' : 'Nothing matches.')}
      </output>
      {hidden > 0 && (
        <p className="border-t border-line px-3 py-2 text-dense text-muted">
          {formatCount(hidden)} more; type to narrow the list.
        </p>
      )}
    </Autocomplete.Root>
  );
}

interface ItemGroup {
  readonly label: string;
  readonly items: readonly PickerOption[];
}

function toItems({ label, options }: PickerGroup): ItemGroup {
  return { label, items: options };
}

function Words({ option, prefix }: { option: PickerOption; prefix: string | undefined }) {
  const text = option.label ?? option.value;
  return (
    <>
      <span className="flex min-w-0 flex-1">
        {prefix && <span className="shrink-0 text-muted">{prefix}&nbsp;</span>}
        {option.label === undefined || option.isName ? (
          <CutId id={text} title={text} {...(option.isName && { endLength: 26 })} />
        ) : (
          <span className="truncate">{text}</span>
        )}
      </span>{' '}
      {option.detail && (
        <span className="max-w-1/2 shrink-0 truncate text-dense text-muted">{option.detail}</span>
      )}
    </>
  );
}

function nameOf({ value, label = value, detail }: PickerOption, prefix: string | undefined): string {
  return [prefix, label, detail].filter(Boolean).join(' ');
}

export interface PickerOption {
  readonly value: string;
  readonly label?: string;
  /** The label is a name that someone gave: many begin alike and differ at the end. */
  readonly isName?: boolean;
  /** As `256 ctx · free`. */
  readonly detail?: string;
  /** Also found by these, which are not shown. */
  readonly keywords?: string | undefined;
}

export interface PickerGroup {
  readonly label: string;
  readonly options: readonly PickerOption[];
}

/** `hidden`: matches beyond those shown. */
interface Found {
  readonly groups: readonly PickerGroup[];
  readonly hidden: number;
}

/** Options with all words. */
export function narrow(groups: readonly PickerGroup[], query: string): Found {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const isTyped = ({ value }: PickerOption) => value === query.trim();
  const found = groups.map(({ label, options }) => ({
    label,
    options: leading(
      options.filter((each) => matches(each, words)),
      isTyped,
    ),
  }));
  return cutOptions(leading(found, ({ options }) => options.some(isTyped)));
}

/** Those first: Enter takes the first option. */
function leading<Item>(items: readonly Item[], is: (item: Item) => boolean): readonly Item[] {
  return items.toSorted((one, other) => Number(is(other)) - Number(is(one)));
}

/** Typing narrows the list. */
const maxShown = 200;

/** Without empty groups, and a service's repeated ids: the second of a key would stay whatever is typed. */
export function cutOptions(groups: readonly PickerGroup[]): Found {
  let room = maxShown;
  let hidden = 0;
  const left = groups.flatMap(({ label, options }) => {
    const values = new Set<string>();
    const different = options.filter(({ value }) => values.size < values.add(value).size);
    const shown = different.slice(0, room);
    room -= shown.length;
    hidden += different.length - shown.length;
    return shown.length > 0 ? [{ label, options: shown }] : [];
  });
  return { groups: left, hidden };
}

export function isListed(groups: readonly PickerGroup[], value: string): boolean {
  return groups.some((group) => group.options.some((option) => option.value === value));
}

function matches({ value, label = '', detail = '' }: PickerOption, words: readonly string[]): boolean {
  const text = `${value} ${label} ${detail}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
