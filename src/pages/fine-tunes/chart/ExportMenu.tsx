// The ways out of the charts: every point as CSV, what is seen as PNG or SVG.
import { useId, useState } from 'react';
import { figureToPng, figureToSvg } from '#charts/figure-files.ts';
import { fileColours } from '#charts/plot-colours.ts';
import { formatCount } from '#lib/format.ts';
import { createBreather } from '#lib/yield-to-page.ts';
import { pointCount } from '#pages/fine-tunes/curves/curve.ts';
import { Button } from '#ui/Button.tsx';
import { Popover } from '#ui/Popover.tsx';
import { controlLook } from '#ui/TextInput.tsx';
import { saveFile } from '#ui/save-file.ts';
import { chartFigure, type FigureContent } from './chart-figure.ts';
import { pointsCsv } from './points-csv.ts';
import type { Track } from './track.ts';

/** On a dark page a picture may be wanted for a white paper. */
const backgrounds = ['as shown', 'light', 'dark'] as const;
type Background = (typeof backgrounds)[number];

/** A failure is said in the menu. */
export function ExportMenu(content: FigureContent) {
  const id = useId();
  const [background, setBackground] = useState<Background>('as shown');
  const [failure, setFailure] = useState<string | null>(null);
  const tracks = content.panels.flatMap((panel) => panel.tracks);
  const count = tracks.reduce((sum, { segments }) => sum + pointCount(segments), 0);
  const title = `Training curves by ${content.view.x}`;

  async function csv(): Promise<Blob> {
    const pieces: string[] = [];
    const breathe = createBreather();
    for (const piece of pointsCsv(tracks, content.view.smoothing)) {
      pieces.push(piece);
      await breathe();
    }
    // Spreadsheets take a CSV for UTF-8 only when it begins with this mark.
    return new Blob(['\uFEFF', ...pieces], { type: 'text/csv;charset=utf-8' });
  }

  function svg(): Promise<Blob> {
    const { shapes, width, height } = chartFigure(content);
    const text = figureToSvg(shapes, { width, height, colours: coloursOf(background), title });
    return Promise.resolve(new Blob([text], { type: 'image/svg+xml' }));
  }

  function png(): Promise<Blob> {
    const { shapes, width, height } = chartFigure(content);
    return figureToPng(shapes, { width, height, colours: coloursOf(background), title });
  }

  async function save(make: () => Promise<Blob>, ending: string, close: () => void) {
    setFailure(null);
    try {
      saveFile(await make(), `${fileName(tracks)}.${ending}`);
      close();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <>
      <Button look="quiet" popoverTarget={id} aria-haspopup="dialog">
        Export
      </Button>
      <Popover id={id} label="Export charts">
        {(close) => (
          <div className="grid gap-2 p-3">
            <p className="text-dense text-muted">
              CSV holds all {formatCount(count)} points with their sources, whatever is zoomed and whichever
              axis is chosen. The pictures hold what is seen.
            </p>
            <label className="flex items-center gap-2 text-dense text-muted">
              Background of the pictures
              <select
                className={controlLook}
                value={background}
                onChange={({ currentTarget: { value } }) =>
                  setBackground(backgrounds.find((each) => each === value) ?? 'as shown')
                }
              >
                {backgrounds.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            </label>
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => void save(csv, 'csv', close)}>Save CSV</Button>
              <Button onClick={() => void save(png, 'png', close)}>Save PNG</Button>
              <Button onClick={() => void save(svg, 'svg', close)}>Save SVG</Button>
            </div>
            {failure !== null && (
              <p role="alert" className="text-bad">
                The file could not be made: {failure}
              </p>
            )}
          </div>
        )}
      </Popover>
    </>
  );
}

function coloursOf(background: Background) {
  return fileColours(background === 'as shown' ? null : background);
}

/** By the runs that are drawn; what a file system may not like is a hyphen. */
function fileName(tracks: readonly Track[]): string {
  const labels = [...new Set(tracks.map(({ run }) => run.label))];
  const [first = 'training'] = labels;
  const others = labels.length > 1 ? `-and-${labels.length - 1}-more` : '';
  const name = `${first}${others}`.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 100);
  return `${name}-curves`;
}
