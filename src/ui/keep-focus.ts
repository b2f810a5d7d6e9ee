// Focus restoration for removed elements, and an end of boxes that the focus left.
import { touch } from './use-media.ts';

/**
 * Call once. Code that moves the focus itself takes precedence.
 * @param firstPath of the first focus event, whose element may be gone
 */
export function keepFocus(firstPath: readonly EventTarget[]): void {
  let held: HeldFocus | null = null;
  // Not subtrees: a token stream elsewhere costs nothing.
  const observer = new MutationObserver((records) => {
    held?.note(records);
    // Whether an element can be seen costs a layout.
    if (document.activeElement === document.body) moveSoon();
    else held?.standsFor?.findAgain(addedBy(records))?.focus({ preventScroll: true });
  });

  function handleFocusIn({ target }: { readonly target: EventTarget | null }) {
    held?.note(observer.takeRecords());
    observer.disconnect();
    held = target instanceof HTMLElement ? new HeldFocus(target, held) : null;
    observe(held);
    if (target instanceof Element) closeLeft(target);
  }

  function observe(focus: HeldFocus | null) {
    for (const each of focus?.ancestors ?? []) observer.observe(each, { childList: true });
  }

  // Hidden and disabled elements lose the focus, too.
  function handleFocusOut() {
    queueMicrotask(() => {
      if (document.activeElement !== document.body || held === null) return;
      if (held.isLost) moveSoon();
      else observer.disconnect();
    });
  }

  // Effects of the same change may move the focus.
  function moveSoon() {
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body || held?.isLost !== true) return;
      const before = held;
      const lost = held.beneath;
      lost.findSuccessor()?.focus({ preventScroll: true });
      if (held === before) return;
      held.standsFor = before.standsFor ?? lost;
      observe(held.standsFor);
    });
  }

  // Whoever goes on from there stays there.
  function handleInput() {
    if (held) held.standsFor = null;
  }

  // At `pagehide` it would be too late to store it.
  addEventListener('beforeunload', leaveField);
  document.addEventListener('focusin', handleFocusIn);
  document.addEventListener('focusout', handleFocusOut);
  for (const input of ['keydown', 'pointerdown']) document.addEventListener(input, handleInput, true);
  const [first, ...around] = firstPath.filter((each) => each instanceof HTMLElement);
  if (first?.isConnected === false && document.activeElement === document.body) {
    held = new HeldFocus(first, null, around);
    moveSoon();
  } else handleFocusIn({ target: document.activeElement });
}

/** Some fields keep on blur what is typed, and a page that closes fires none. */
function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** Left by Tab, a box would cover what has the focus. The focus may be on its button. */
function closeLeft(focused: Element): void {
  for (const box of document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open')) {
    if (!box.contains(focused) && focused.getAttribute('popovertarget') !== box.id) box.hidePopover();
  }
}

class HeldFocus {
  /** Removed before; it gets the focus back if it comes again, as an output does in the next run. */
  standsFor: HeldFocus | null = null;
  readonly ancestors: readonly Element[];
  private readonly element: HTMLElement;
  private readonly panel: Element | null;
  /** Usually what opened the panel. */
  private readonly opener: HTMLElement | null;
  /** A dialog or popover, and what had the focus before it. */
  private readonly layer: Element | null;
  private readonly below: HeldFocus | null;
  /** What followed the removed element. */
  private next: Node | null = null;
  private readonly added: Element[] = [];
  /** What came at the same time into the place of the removed element. */
  private instead: readonly Node[] = [];

  constructor(element: HTMLElement, before: HeldFocus | null, ancestors = ancestorsOf(element)) {
    this.element = element;
    this.ancestors = ancestors;
    const panel = element.closest('aside, section');
    this.panel = panel;
    this.opener =
      panel === null || before === null
        ? null
        : panel.contains(before.element)
          ? before.opener
          : before.element;
    const layer = element.closest('dialog, [popover]');
    this.layer = layer;
    this.below = layer === null || before === null ? null : layer === before.layer ? before.below : before;
  }

  /** Of a layer that is gone, what had the focus before it. */
  get beneath(): HeldFocus {
    return this.layer && this.below && !canBeSeen(this.layer) ? this.below.beneath : this;
  }

  get isLost(): boolean {
    return !canBeSeen(this.element) || this.element.matches(':disabled');
  }

  note(records: readonly MutationRecord[]) {
    this.added.push(...addedBy(records));
    for (const { removedNodes, nextSibling, target } of records) {
      for (const node of removedNodes) {
        if (!node.contains(this.element)) continue;
        this.next = nextSibling;
        this.instead = records.flatMap((each) => (each.target === target ? [...each.addedNodes] : []));
      }
    }
  }

  findSuccessor(): HTMLElement | null {
    const { element, panel, opener, next, added, instead } = this;
    if (!this.isLost) return element;
    const place = element.isConnected ? element : this.ancestors.find(canBeSeen);
    const scope = place?.closest('dialog, [popover], [data-shell] > *');
    if (place === undefined || !scope) return null;
    const here = [...scope.querySelectorAll(reachable)]
      .filter((each) => each instanceof HTMLElement)
      .filter(canTakeFocus);
    const again = this.findAgain(added.filter((node) => scope.contains(node)));
    if (again) return again;
    const isClosed = panel !== null && !canBeSeen(panel);
    if (isClosed && opener && canBeSeen(opener)) return opener;
    const from = next?.isConnected === true ? next : null;
    const following = here.find((each) =>
      from ? from.contains(each) || isBefore(from, each) : isBefore(place, each) && !place.contains(each),
    );
    const replacing = here.find((each) => instead.some((node) => node.contains(each)));
    return following ?? replacing ?? here.at(-1) ?? document.querySelector('main');
  }

  findAgain(added: readonly Element[]): HTMLElement | undefined {
    return added
      .flatMap((node) => [node, ...node.querySelectorAll(reachable)])
      .filter((each) => each instanceof HTMLElement)
      .find((each) => isSame(each, this.element) && canTakeFocus(each));
  }
}

function addedBy(records: readonly MutationRecord[]): Element[] {
  return records.flatMap(({ addedNodes }) => [...addedNodes].filter((node) => node instanceof Element));
}

function ancestorsOf(element: Element): HTMLElement[] {
  const ancestors = [];
  for (let each = element.parentElement; each !== null; each = each.parentElement) ancestors.push(each);
  return ancestors;
}

const reachable = 'a[href], button, input, select, textarea, summary, [tabindex]';

function canTakeFocus(element: HTMLElement): boolean {
  if (
    element.tabIndex < 0 ||
    element.matches(':disabled, [inert] *, [role=separator]') ||
    !canBeSeen(element)
  )
    return false;
  if (element instanceof HTMLInputElement && element.type === 'radio') return element.checked;
  // A phone would show its keyboard.
  return !touch.matches || !element.matches(typed);
}

const typed = 'textarea, input:not([type=checkbox], [type=range])';

function canBeSeen(element: Element): boolean {
  return element.isConnected && element.checkVisibility({ visibilityProperty: true });
}

function isSame(one: HTMLElement, other: HTMLElement): boolean {
  return one.tagName === other.tagName && nameOf(one) === nameOf(other);
}

function nameOf(element: HTMLElement): string {
  const label = element.getAttribute('aria-label') ?? element.closest('label')?.textContent;
  return label ?? element.textContent;
}

function isBefore(one: Node, other: Node): boolean {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
