// Matrix table: models by configurations, with the age of each answer.
import { memo } from 'react';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { CutId } from '#ui/CutId.tsx';
import { ago } from '#pages/hardware/configurations/age.ts';
import { notOffered } from '#pages/hardware/configurations/use-price-history.ts';
import { statusTone } from '#pages/hardware/configurations/OfferStatus.tsx';
import { useNow } from '#ui/use-now.ts';
import type { MatrixLine } from './matrix-cells.ts';

interface MatrixTableProps {
  lines: readonly MatrixLine[];
  configurations: readonly string[];
  /** By configuration, as `$5.40/h`; absent if not stated. */
  prices: ReadonlyMap<string, string>;
  /** Configurations whose price and availability are made up. */
  samples: ReadonlySet<string>;
  current: string | null;
  onModel: (model: string) => void;
}

export function MatrixTable(props: MatrixTableProps) {
  const { lines, configurations, prices, samples, current, onModel } = props;
  const nowMs = useNow(5_000);
  return (
    <div className="relative min-h-0 flex-1 overflow-auto overscroll-contain">
      <table aria-label="models by configuration" className="border-separate border-spacing-0">
        <thead>
          <tr className="*:sticky *:top-0 *:z-1 *:bg-bg">
            <th
              scope="col"
              className="left-0 z-2! border-b border-line px-3 text-left align-bottom text-dense"
            >
              Model
            </th>
            {configurations.map((id) => (
              <th key={id} scope="col" className="h-58 border-b border-line px-1 align-bottom font-regular">
                <span className="font-mono text-dense text-muted [writing-mode:vertical-rl] rotate-180">
                  {id}
                  <span className="block text-faint">
                    {[prices.get(id), samples.has(id) && 'sample'].filter(Boolean).join(', ') || '—'}
                  </span>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <MatrixRow
              key={line.model}
              line={line}
              configurations={configurations}
              samples={samples}
              isCurrent={line.model === current}
              age={line.atMs === null ? null : ago(line.atMs, nowMs)}
              onModel={onModel}
            />
          ))}
        </tbody>
      </table>
      {lines.length === 0 && <p className="p-4 text-muted">No models selected.</p>}
    </div>
  );
}

interface MatrixRowProps {
  line: MatrixLine;
  configurations: readonly string[];
  samples: ReadonlySet<string>;
  isCurrent: boolean;
  /** Null if never requested. */
  age: string | null;
  onModel: (model: string) => void;
}

/** Memoized, because there may be ten thousand cells. */
const MatrixRow = memo(function MatrixRow(props: MatrixRowProps) {
  const { line, configurations, samples, isCurrent, age, onModel } = props;
  return (
    <tr className={isCurrent ? '*:bg-tint' : '*:bg-bg hover:*:bg-raised'}>
      <th
        scope="row"
        className="sticky left-0 z-1 max-w-[44vw] border-b border-line px-3 text-left font-regular"
      >
        <button
          type="button"
          onClick={() => onModel(line.model)}
          title={`${line.model}: show in the table`}
          className="block max-w-72 hover:text-act max-tablet:max-w-[40vw]"
        >
          <CutId id={line.model} endLength={14} />
        </button>
        {age !== null && <span className="text-label text-faint">checked {age}</span>}
        {line.failure !== null && (
          <span title={line.failure} className="block max-w-72 truncate text-label text-bad">
            {line.failure}
          </span>
        )}
      </th>
      {configurations.map((id) => (
        <MatrixCell key={id} word={line.words[id]} isSimulated={samples.has(id)} age={age} />
      ))}
    </tr>
  );
});

const looks: Readonly<Record<string, readonly [IconName, string]>> = {
  ok: ['full', 'text-ok'],
  partial: ['half', 'text-warn'],
  none: ['ring', 'text-faint'],
};

interface MatrixCellProps {
  word: string | undefined;
  isSimulated: boolean;
  age: string | null;
}

function MatrixCell({ word, isSimulated, age }: MatrixCellProps) {
  const cell = 'h-9 w-11 min-w-11 border-b border-line text-center align-middle';
  if (word === undefined || age === null)
    return (
      <td className={cell}>
        <span className="sr-only">not checked</span>
      </td>
    );
  const [icon, colour] = looks[statusTone(word)] ?? (['ring', 'text-faint'] as const);
  const isKnown = ['available', 'insufficient', 'unavailable'].includes(word);
  const text = `${word}${isSimulated && word !== notOffered ? ' (simulated)' : ''}, checked ${age}`;
  return (
    <td className={cell} title={text}>
      <span className="sr-only">{text}</span>
      <span aria-hidden="true" className="flex flex-col items-center leading-none">
        {word === notOffered ? (
          <span className="flex h-4 items-center text-faint">–</span>
        ) : isKnown ? (
          <Icon name={icon} className={colour} />
        ) : (
          <span className="max-w-11 truncate text-label">{word}</span>
        )}
      </span>
    </td>
  );
}
