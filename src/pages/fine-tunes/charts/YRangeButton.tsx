// Button for a manual y axis range.
import { useId, useState } from 'react';
import type { Span } from '#charts/plot-scale.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { NumberInput } from '#ui/NumberInput.tsx';
import { Popover } from '#ui/Popover.tsx';
import { parseNumber } from '#ui/number-text.ts';
import { isYRange, type YRange } from './chart-view.ts';
import { tickText } from './figure-text.ts';

type Bounds = Omit<YRange, 'chart'>;

interface YRangeButtonProps {
  title: string;
  /** Current range. */
  reach: Span;
  range: YRange | null;
  /** Null is automatic. */
  onRange: (range: Bounds | null) => void;
}

export function YRangeButton({ title, reach, range, onRange }: YRangeButtonProps) {
  const id = useId();
  const words = range === null ? 'auto' : `${limitText(range.from)} to ${limitText(range.to)}`;
  return (
    <span className="ml-auto">
      <Button
        look="quiet"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-label={`y: ${words}, range of ${title}`}
      >
        y: {words}
      </Button>
      <Popover id={id} label={`Y range of ${title}`}>
        {(close) => (
          <RangeForm
            reach={reach}
            range={range}
            onRange={(next) => {
              onRange(next);
              close();
            }}
          />
        )}
      </Popover>
    </span>
  );
}

function limitText(bound: number | null): string {
  return bound === null ? 'auto' : tickText(bound);
}

function RangeForm({ reach, range, onRange }: Pick<YRangeButtonProps, 'reach' | 'range' | 'onRange'>) {
  const [texts, setTexts] = useState({ from: String(range?.from ?? ''), to: String(range?.to ?? '') });
  const [from, to] = [parseNumber(texts.from), parseNumber(texts.to)];
  const bounds = from === undefined || to === undefined ? null : { from, to };
  const isEmpty = from === null && to === null;
  const isWrong = bounds === null || (!isEmpty && !isYRange(bounds));
  const handleApply = () => {
    if (!isWrong) onRange(isEmpty ? null : bounds);
  };
  return (
    <form
      className="grid gap-2 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        handleApply();
      }}
    >
      <Field label="From" layout="row">
        <NumberInput
          text={texts.from}
          onText={(text) => setTexts({ ...texts, from: text })}
          emptyText={tickText(reach.from)}
        />
      </Field>
      <Field label="To" layout="row" error={isWrong ? 'Two numbers, the lower one first.' : undefined}>
        <NumberInput
          text={texts.to}
          onText={(text) => setTexts({ ...texts, to: text })}
          emptyText={tickText(reach.to)}
        />
      </Field>
      <p className="text-dense text-muted">An empty field is automatic. The zoom of the x axis stays.</p>
      <span className="flex justify-end gap-2">
        <Button type="button" disabled={range === null} onClick={() => onRange(null)}>
          Reset
        </Button>
        <Button type="submit" disabled={isWrong}>
          Apply
        </Button>
      </span>
    </form>
  );
}
