// Where the names of lines stand: over each line, under the lower one where two would meet, or all of them over the plot.
import { heightAt } from './marker-place.ts';

/** A part of a chart in pixels. */
interface Plot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Points = readonly { readonly x: number; readonly y: number }[];

/** The left end and the base of a name, in pixels. */
export interface NamePlace {
  readonly x: number;
  readonly y: number;
}

const lineHeight = 14;
const gap = 7;

/** A narrower plot has no room for names beside its lines. */
const leastWidth = 480;

/**
 * One place a line, in their order. A line is looked at along the whole name, so that none runs through its own.
 * @param end ends of both axes, which begin at 0
 * @param isLeft at the beginning of the axis instead of its end
 * In a narrow plot they stand side by side over it, the last at its right end.
 */
export function placeNames(
  lines: readonly { readonly name: string; readonly points: Points }[],
  plot: Plot,
  end: { readonly x: number; readonly y: number },
  isLeft: boolean,
): readonly NamePlace[] {
  if (plot.width < leastWidth) return overPlot(lines, plot);
  const spans = lines.map(({ name, points }) => {
    const width = widthOf(name);
    const start = isLeft ? plot.width * 0.03 : plot.width * 0.97 - width;
    const heights = [0, 0.25, 0.5, 0.75, 1].flatMap(
      (share) => heightAt(points, ((start + share * width) / plot.width) * end.x) ?? [],
    );
    const toY = (height: number) => plot.y + plot.height * (1 - Math.min(1, height / end.y));
    return { x: plot.x + start, top: toY(Math.max(0, ...heights)), bottom: toY(Math.min(end.y, ...heights)) };
  });
  const places = spans.map(({ x, top }) => ({ x, y: Math.max(plot.y + 10, top - gap) }));
  const order = spans.map((_, index) => index).sort((a, b) => (spans[a]?.top ?? 0) - (spans[b]?.top ?? 0));
  for (const [rank, index] of order.entries()) {
    const [own, span, above] = [places[index], spans[index], places[order[rank - 1] ?? -1]];
    if (!own || !span || !above || own.y - above.y >= lineHeight) continue;
    places[index] = { x: own.x, y: Math.max(span.bottom + lineHeight + 2, above.y + lineHeight) };
  }
  return places;
}

function overPlot(lines: readonly { readonly name: string }[], plot: Plot): readonly NamePlace[] {
  const places: NamePlace[] = [];
  let right = plot.x + plot.width;
  for (const { name } of lines.toReversed()) {
    places.unshift({ x: right - widthOf(name), y: plot.y - 2 * gap });
    right -= widthOf(name) + 2 * gap;
  }
  return places;
}

/** In pixels, from the width that most letters have. */
function widthOf(name: string): number {
  return name.length * 6;
}
