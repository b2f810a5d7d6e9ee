// Moves the focus to the control of a request's field, so that an error is where the hands are.

/** Marks the element that holds the control of a field, by the field's wire name. */
export function fieldMark(field: string): { readonly 'data-field': string } {
  return { 'data-field': field };
}

/** Focuses the first control inside the marked element of the page or a part of it; nothing happens where there is none. */
export function focusField(field: string, within: ParentNode = document): void {
  const control = within.querySelector(
    `[data-field="${CSS.escape(field)}"] :is(input, textarea, button):not([type="range"])`,
  );
  if (control instanceof HTMLElement) control.focus();
}
