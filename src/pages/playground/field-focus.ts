// Moves the focus to the control of a request's field, so that an error is where the hands are.

/** Marks the element that holds the control of a field and none of another, by the field's wire name. */
export function fieldMark(field: string): { readonly 'data-field': string } {
  return { 'data-field': field };
}

/**
 * Focuses the control inside the marked element of the page or a part of it: where one types, else the first button. Nothing
 * happens where there is none.
 */
export function focusField(field: string, within: ParentNode = document): void {
  const mark = `[data-field="${CSS.escape(field)}"]`;
  const control =
    within.querySelector(`${mark} :is(input, textarea):not([type="range"])`) ??
    within.querySelector(`${mark} button`);
  if (!(control instanceof HTMLElement)) return;
  // What is wrong with a field is shown once it is left: sent there from inside, one has left it for a moment.
  if (document.activeElement === control) control.blur();
  control.focus();
}

/** Whether the marked element is in sight, and not taken away by what lies over it. */
export function isSeen(field: string): boolean {
  const mark = document.querySelector(`[data-field="${CSS.escape(field)}"]`);
  return mark?.checkVisibility({ visibilityProperty: true }) === true;
}
