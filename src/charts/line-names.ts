// Places of the names beside the lines of a cost chart.

export interface ChartPoint {
  readonly x: number;
  readonly y: number;
}

export interface NamedLine {
  readonly name: string;
  /** By rising x; two points at one x make a step. */
  readonly points: readonly ChartPoint[];
}

/**
 * Interpolates; at a step the height before it; null beyond both ends.
 * @param points by rising x
 */
export function heightAt(points: readonly ChartPoint[], x: number): number | null {
  const next = points.findIndex((point) => point.x >= x);
  const [after, before] = [points[next], points[next - 1]];
  if (after === undefined || (before === undefined && after.x > x)) return null;
  if (before === undefined || after.x === before.x) return after.y;
  return before.y + ((after.y - before.y) * (x - before.x)) / (after.x - before.x);
}

/** Of the widest part beside the marker, the crossing and its text before it. Shares of the axis, 1 its end. */
export function namesMiddle(marker: number, crossing: number | null): number {
  const text = crossing === null ? 1 : crossing - 0.2;
  const last = Math.max(marker, crossing ?? 0);
  const [from, to] = last === marker ? [crossing ?? marker, marker] : [marker, text];
  const [before, after] = [Math.min(marker, text), 1 - last];
  return to - from > Math.max(before, after) ? (from + to) / 2 : Number(after >= before);
}

interface Plot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const lineHeight = 14;
const gap = 7;
/** Of names without room farther left, a share of the axis. */
const clearMiddle = 0.4;

/** Narrower plots have no room for names beside lines. */
const minNamesWidth = 480;

/**
 * One place per line, in order: above it along the whole name, without room under it, or farther right. In a
 * narrow plot side by side at the top, the last at the right, one without room inside the plot.
 * @param end of both axes, which begin at 0
 * @param middle of the names, a share of the axis
 */
export function placeNames(
  lines: readonly NamedLine[],
  plot: Plot,
  end: ChartPoint,
  middle: number,
): readonly ChartPoint[] {
  if (plot.width < minNamesWidth) return overPlot(lines, plot);
  const spans = lines.map(({ name, points }) => {
    const width = widthOf(name);
    const start = Math.max(
      plot.width * 0.03,
      Math.min(plot.width * middle - width / 2, plot.width * 0.97 - width),
    );
    const heights = [0, 0.25, 0.5, 0.75, 1].flatMap(
      (share) => heightAt(points, ((start + share * width) / plot.width) * end.x) ?? [],
    );
    const toY = (height: number) => plot.y + plot.height * (1 - Math.min(1, height / end.y));
    return { x: plot.x + start, top: toY(Math.max(0, ...heights)), bottom: toY(Math.min(end.y, ...heights)) };
  });
  const places = spans.map(({ x, top, bottom }) => ({
    x,
    y: top - gap < plot.y + 10 ? bottom + lineHeight + 2 : top - gap,
  }));
  const order = spans.map((_, index) => index).sort((a, b) => (spans[a]?.top ?? 0) - (spans[b]?.top ?? 0));
  for (const [rank, index] of order.entries()) {
    const last = order[rank - 1] ?? -1;
    const [own, span, above, line] = [places[index], spans[index], places[last], spans[last]];
    if (!own || !span || !above || !line || own.y - Math.max(above.y, line.bottom) >= lineHeight) continue;
    places[index] = { x: own.x, y: Math.max(span.bottom + lineHeight + 2, above.y + lineHeight) };
  }
  const isOut = places.some(({ y }) => y > plot.y + plot.height);
  return isOut && middle < clearMiddle ? placeNames(lines, plot, end, clearMiddle) : places;
}

function overPlot(lines: readonly NamedLine[], plot: Plot): readonly ChartPoint[] {
  const places: ChartPoint[] = [];
  let right = plot.x + plot.width;
  for (const { name } of lines.toReversed()) {
    const x = right - widthOf(name);
    // Farther left is the name of the axis.
    places.unshift(
      x < plot.x + gap ? { x: plot.x + gap, y: plot.y + lineHeight } : { x, y: plot.y - 2 * gap },
    );
    right -= widthOf(name) + 2 * gap;
  }
  return places;
}

/** Pixels, by average letters. */
export function widthOf(name: string): number {
  return name.length * 6;
}
