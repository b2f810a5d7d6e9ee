// The page's colours and fonts as a canvas needs them, read from the stylesheet at the moment of drawing.

const names = ['bg', 'raised', 'line', 'edge', 'text', 'muted', 'faint', 'series-1', 'series-2'] as const;

/** Colours by the names of their tokens, and the two families of type. */
export interface CardPaint {
  readonly colour: (name: (typeof names)[number]) => string;
  readonly sans: string;
  readonly mono: string;
}

/** Reads both from the theme that is shown. */
export function readCardPaint(): CardPaint {
  const probe = document.createElement('code');
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const colours = new Map(
    names.map((name) => {
      probe.style.color = `var(--${name})`;
      return [name, style.color] as const;
    }),
  );
  const mono = style.fontFamily;
  probe.remove();
  return {
    colour: (name) => colours.get(name) ?? 'gray',
    sans: getComputedStyle(document.body).fontFamily,
    mono,
  };
}
