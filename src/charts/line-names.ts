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
/** Of names struck through where they should be, shares of the axis. */
const otherMiddles = [0.4, 0.6, 0.25, 0.75, 0.1, 0.9] as const;

/** Narrower plots have no room for names beside lines. */
const minNamesWidth = 480;

/** Pixels of its text, at either side. */
const crossingRoom = 110;

interface Marks {
  readonly marker: number;
  readonly crossing: number | null;
}

/**
 * One place per line, in order: above it along the whole name, without room under it, or elsewhere along the
 * axis where nothing strikes it through. In a narrow plot side by side at the top, the last at the right, one
 * without room inside the plot, beside the marker.
 * @param end of both axes, which begin at 0
 * @param middle of the names, a share of the axis
 * @param marker a share of the axis, too, like `crossing`
 */
export function placeNames(
  lines: readonly NamedLine[],
  plot: Plot,
  end: ChartPoint,
  middle: number,
  { marker, crossing }: Marks,
): readonly ChartPoint[] {
  const markerX = plot.x + marker * plot.width;
  const crossingX = crossing === null ? null : plot.x + crossing * plot.width;
  if (plot.width < minNamesWidth) return overPlot(lines, plot, markerX);
  const placesAt = (each: number) => besideLines(lines, plot, end, each);
  const isClear = (places: readonly ChartPoint[]) =>
    lines.every(({ name }, index) => {
      const place = places[index];
      if (!place || place.y > plot.y + plot.height) return false;
      const [from, to] = [place.x, place.x + widthOf(name)];
      if (from < markerX && markerX < to) return false;
      if (crossingX !== null && from < crossingX + crossingRoom && crossingX - crossingRoom < to)
        return false;
      return lines.every(({ points }) => !isStruck(place.y, heightsAlong(points, plot, end, from, to)));
    });
  // Of the others only as many as it takes: this runs at each move of the marker.
  return placesAt([middle, ...otherMiddles].find((each) => isClear(placesAt(each))) ?? middle);
}

/** @param heights of a line from the start to the end of the name, pixels */
function isStruck(y: number, heights: readonly number[]): boolean {
  return heights.some((height, index) => {
    const before = heights[index - 1] ?? height;
    return Math.max(before, height) > y - 10 && Math.min(before, height) < y + 2;
  });
}

function heightsAlong(
  points: readonly ChartPoint[],
  plot: Plot,
  end: ChartPoint,
  from: number,
  to: number,
): readonly number[] {
  return Array.from({ length: 25 }, (_, index) => from + ((to - from) * index) / 24).flatMap((x) => {
    const height = heightAt(points, ((x - plot.x) / plot.width) * end.x);
    return height === null ? [] : plot.y + plot.height * (1 - Math.min(1, height / end.y));
  });
}

function besideLines(
  lines: readonly NamedLine[],
  plot: Plot,
  end: ChartPoint,
  middle: number,
): readonly ChartPoint[] {
  const spans = lines.map(({ name, points }) => {
    const width = widthOf(name);
    const start = Math.max(
      plot.width * 0.03,
      Math.min(plot.width * middle - width / 2, plot.width * 0.97 - width),
    );
    const x = plot.x + start;
    const heights = heightsAlong(points, plot, end, x, x + width);
    const floor = plot.y + plot.height;
    return { x, top: Math.min(floor, ...heights), bottom: Math.max(plot.y, ...heights) };
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
  return places;
}

function overPlot(lines: readonly NamedLine[], plot: Plot, markerX: number): readonly ChartPoint[] {
  const places: ChartPoint[] = [];
  let right = plot.x + plot.width;
  for (const { name } of lines.toReversed()) {
    const x = right - widthOf(name);
    const inside = plot.x + gap;
    const isAtMarker = markerX + gap > inside && markerX - gap < inside + widthOf(name);
    // Farther left is the name of the axis.
    places.unshift(
      x < inside
        ? { x: isAtMarker ? markerX + gap + 2 : inside, y: plot.y + lineHeight }
        : { x, y: plot.y - 2 * gap },
    );
    right -= widthOf(name) + 2 * gap;
  }
  return places;
}

/** Pixels, by average letters. */
export function widthOf(name: string): number {
  return name.length * 6;
}
