// A figure as a PNG file, twice as fine as the screen counts.
import type { Shape } from './figure.ts';
import type { FigurePaper } from './figure-svg.ts';

/** Pixels of the file to a CSS pixel. */
const ratio = 2;

/** @throws Error where the browser gives no canvas, as when it has no memory left */
export async function figureToPng(shapes: readonly Shape[], paper: FigurePaper): Promise<Blob> {
  const { width, height, colours } = paper;
  const canvas = document.createElement('canvas');
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser gave no canvas to draw on.');
  context.scale(ratio, ratio);
  context.fillStyle = colours.panel;
  context.fillRect(0, 0, width, height);
  for (const shape of shapes) paint(context, shape, paper);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('The browser could not write the picture.');
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
