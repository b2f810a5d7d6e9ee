// A figure as an SVG file: text that can be edited, nothing from elsewhere, no script.
import type { Shape } from './figure.ts';
import type { PlotColours } from './plot-colours.ts';

/** What a figure is drawn on. */
interface FigurePaper {
  readonly width: number;
  readonly height: number;
  readonly colours: PlotColours;
  /** What it shows, for those who do not see it. */
  readonly title: string;
}

/** A whole document. */
export function figureToSvg(
  shapes: readonly Shape[],
  { width, height, colours, title }: FigurePaper,
): string {
  const clips = new Map<string, string>();
  const body = shapes.map((shape) => {
    if (shape.kind === 'text') {
      const { text, x, y, anchor, colour, isStrong } = shape;
      const weight = isStrong ? ' font-weight="650"' : '';
      return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" fill="${colours[colour]}"${weight}>${escaped(text)}</text>`;
    }
    const { d, stroke, width: thick, opacity, dash, clip } = shape;
    const attributes = [
      `d="${d}"`,
      `stroke="${colours[stroke]}"`,
      `stroke-width="${thick}"`,
      ...(opacity < 1 ? [`opacity="${opacity}"`] : []),
      ...(dash.length > 0 ? [`stroke-dasharray="${dash.join(' ')}"`] : []),
      ...(clip === null ? [] : [`clip-path="url(#${clipId(clips, clip)})"`]),
    ];
    return `<path ${attributes.join(' ')}/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="IBM Plex Sans, sans-serif" font-size="11">`,
    `<title>${escaped(title)}</title>`,
    `<defs>${[...clips.values()].join('')}</defs>`,
    `<rect width="${width}" height="${height}" fill="${colours.panel}"/>`,
    `<g fill="none" stroke-linejoin="round">${body.join('\n')}</g>`,
    '</svg>\n',
  ].join('\n');
}

function clipId(
  clips: Map<string, string>,
  box: NonNullable<Extract<Shape, { kind: 'path' }>['clip']>,
): string {
  const { left, top, width, height } = box;
  const id = `plot-${round(left)}-${round(top)}`;
  clips.set(
    id,
    `<clipPath id="${id}"><rect x="${round(left)}" y="${round(top)}" width="${round(width)}" height="${round(height)}"/></clipPath>`,
  );
  return id;
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

// What XML forbids even as a reference would make the file unreadable.
function escaped(text: string): string {
  return text
    .replaceAll(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, '')
    .replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign);
}

function round(px: number): number {
  return Math.round(px * 100) / 100;
}

/** Pixels of the file to a CSS pixel. */
const ratio = 2;

/** @throws Error where the browser gives no canvas, as when it has no memory left */
export async function figureToPng(shapes: readonly Shape[], paper: FigurePaper): Promise<Blob> {
  const { width, height, colours } = paper;
  const canvas = document.createElement('canvas');
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser provided no canvas.');
  context.scale(ratio, ratio);
  context.fillStyle = colours.panel;
  context.fillRect(0, 0, width, height);
  for (const shape of shapes) paint(context, shape, paper);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('The browser could not create the image.');
  return blob;
}

function paint(context: CanvasRenderingContext2D, shape: Shape, { colours }: FigurePaper) {
  context.save();
  if (shape.kind === 'text') {
    context.fillStyle = colours[shape.colour];
    context.font = `${shape.isStrong ? 650 : 400} 11px 'IBM Plex Sans Variable', sans-serif`;
    context.textAlign = shape.anchor === 'middle' ? 'center' : shape.anchor;
    context.fillText(shape.text, shape.x, shape.y);
  } else {
    const { clip } = shape;
    if (clip !== null) {
      context.beginPath();
      context.rect(clip.left, clip.top, clip.width, clip.height);
      context.clip();
    }
    context.strokeStyle = colours[shape.stroke];
    context.globalAlpha = shape.opacity;
    context.lineWidth = shape.width;
    context.lineJoin = 'round';
    context.setLineDash([...shape.dash]);
    context.stroke(new Path2D(shape.d));
  }
  context.restore();
}
