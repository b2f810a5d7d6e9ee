// The look that everything one can type into shares: a hairline, 28 px, an edge that shows under the pointer.

/** Classes of a single-line control without its width. */
export const controlLook =
  'h-control rounded-control border border-line bg-bg px-2 text-text transition-colors hover:border-edge ' +
  'focus-visible:outline-offset-0 aria-invalid:border-bad disabled:opacity-50';

/** Classes of a link that is the one next act of a page. */
export const linkLook =
  'inline-flex h-control items-center rounded-control border border-act-fill bg-act-fill px-2.5 font-strong ' +
  'text-on-act transition-colors hover:bg-act-fill-over';
