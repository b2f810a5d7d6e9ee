// Element locator, run in the page: uses nothing outside itself.

/** One step to elements: by selector, by role and name, or by index. A pattern is its source and flags. */
export interface Step {
  readonly css?: string;
  readonly role?: string;
  readonly name?: readonly [text: string] | readonly [source: string, flags: string];
  readonly at?: number;
}

/** The elements found, in page order; hidden ones only by selector. */
export function locate(steps: readonly Step[]): HTMLElement[] {
  const tags: Readonly<Record<string, string>> = {
    button: 'button,summary',
    checkbox: 'input[type=checkbox]',
    combobox: 'select',
    complementary: 'aside',
    dialog: 'dialog',
    heading: 'h1,h2,h3,h4,h5,h6',
    link: 'a[href]',
    list: 'ul,ol',
    listitem: 'li',
    main: 'main',
    navigation: 'nav',
    option: 'option',
    radio: 'input[type=radio]',
    region: 'section',
    row: 'tr',
    slider: 'input[type=range]',
    status: 'output',
    textbox: 'textarea,input:not([type]),input[type=text],input[type=search]',
  };
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only this function is sent to the page
  const clean = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only this function is sent to the page
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[aria-hidden=true],[inert]') === null;
  const textOf = (node: Node): string => {
    if (!(node instanceof Element)) return node instanceof Text ? node.data : '';
    if (!isSeen(node)) return '';
    return node.getAttribute('aria-label') ?? [...node.childNodes].map(textOf).join('');
  };
  const nameOf = (element: Element): string => {
    const labelledBy = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
    if (labelledBy.length > 0)
      return clean(
        labelledBy.map((id) => document.querySelector(`#${CSS.escape(id)}`)?.textContent).join(' '),
      );
    const label = clean(element.getAttribute('aria-label'));
    if (label !== '') return label;
    const isField =
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement;
    if (isField) return clean([...(element.labels ?? [])].map((each) => each.textContent).join(' '));
    return clean([...element.childNodes].map(textOf).join('')) || clean(element.getAttribute('title'));
  };
  let found: HTMLElement[] = [document.documentElement];
  for (const { css, role, name, at } of steps) {
    if (at !== undefined) {
      const one = found.at(at);
      found = one ? [one] : [];
      continue;
    }
    const selector =
      css ??
      [
        `[role=${role ?? ''}]`,
        ...(tags[role ?? '']?.split(',') ?? []).map((tag) => `${tag}:not([role])`),
      ].join(',');
    const all = found.flatMap((element) => [...element.querySelectorAll<HTMLElement>(selector)]);
    const [text = '', flags] = name ?? [];
    const pattern = flags === undefined ? null : new RegExp(text, flags);
    found = all
      .filter((element, index) => all.indexOf(element) === index)
      .filter((element) => css !== undefined || isSeen(element))
      .filter((element) => {
        if (name === undefined) return true;
        return pattern === null ? nameOf(element) === text : pattern.test(nameOf(element));
      });
  }
  return found;
}
