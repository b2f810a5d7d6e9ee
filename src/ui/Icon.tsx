// SVG icons: 16 px, 1.5 px strokes in the text colour.

const shapes = {
  arrowDown: 'M8 3v10M4 9l4 4 4-4',
  arrowUp: 'M8 13V3M4 7l4-4 4 4',
  bell: 'M4 11.3V7a4 4 0 0 1 8 0v4.3M2.8 11.3h10.4M7 13.6h2',
  branch: 'M4.5 2.5v6a3 3 0 0 0 3 3h4M9 9l2.5 2.5L9 14',
  check: 'M3 8.5 6.5 12 13 4.5',
  chevronDown: 'm4.5 6.5 3.5 3.5 3.5-3.5',
  code: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5',
  copy: 'M6 5.5h6.5v8H6zM3.5 10.5v-8H10',
  cross: 'm4 4 8 8M12 4l-8 8',
  dice: 'M3 3h10v10H3zM5.8 5.8h.01M8 8h.01M10.2 10.2h.01',
  full: 'M8 8h.01',
  half: 'M8 4a4 4 0 1 0 0 8z',
  link: 'M6.5 4H3.5v8.5H12V9.5M9 3.5h3.5V7M7.5 8.5l5-5',
  minus: 'M3.5 8h9',
  pin: 'M5.5 2.5h5M6.5 2.5v4L4.5 9h7l-2-2.5v-4M8 9v4.5',
  plus: 'M8 3v10M3 8h10',
  redo: 'M13.2 6.5H6.4a3.4 3.4 0 0 0 0 6.8H9M10.4 3.5l3 3-3 3',
  retry: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5V5h-2.5',
  ring: 'M8 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
  search: 'M7 2.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4zM10.2 10.2l3.3 3.3',
  sliders: 'M2.5 5h6M12 5h1.5M10.3 3.3v3.4M2.5 11H4M7.5 11h6M5.8 9.3v3.4',
  undo: 'M2.8 6.5h6.8a3.4 3.4 0 0 1 0 6.8H7M5.6 3.5l-3 3 3 3',
  warning: 'M8 2.8 14 13H2zM8 6.8v2.7M8 11.3v.2',
} as const;

export type IconName = keyof typeof shapes;

/** Decorative, beside a word that says the same. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      {name === 'half' && <circle cx="8" cy="8" r="4" />}
      {name === 'full' ? (
        <circle cx="8" cy="8" r="3.5" fill="currentColor" strokeWidth="1" />
      ) : (
        <path d={shapes[name]} fill={name === 'half' ? 'currentColor' : 'none'} />
      )}
    </svg>
  );
}
