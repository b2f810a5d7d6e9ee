// The sign of the product: lines of text, one of them surprising.

/** Decoration beside the name. */
export function Mark() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" className="shrink-0">
      <rect x="0" y="2.5" width="16" height="2.5" rx="0.6" fill="var(--act)" />
      <rect x="0" y="6.75" width="11" height="2.5" rx="0.6" fill="var(--series-2)" />
      <rect x="0" y="11" width="6.5" height="2.5" rx="0.6" fill="var(--act)" />
    </svg>
  );
}
