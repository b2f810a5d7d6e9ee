// In which unit a price is read, and for what part of a machine.
import { rateUnits, type RateUnitId, type Share } from '#pricing/rate.ts';
import { controlLook } from '#ui/control-look.ts';
import { Segmented } from '#ui/Segmented.tsx';
import type { Choices } from './search.ts';

interface PriceReadingProps {
  unit: RateUnitId;
  share: Share;
  onChange: (change: Partial<Choices>) => void;
}

/** Every choice in sight; on a phone two lists, because all of them would take two lines from the rows. */
export function PriceReading({ unit, share, onChange }: PriceReadingProps) {
  const choices = [
    {
      label: 'Price unit',
      value: unit,
      options: unitOptions,
      onValue: (text: string) => onChange({ unit: unitOf(text) }),
    },
    {
      label: 'Price for',
      value: share,
      options: shareOptions,
      onValue: (text: string) => onChange({ share: shareOf(text) }),
    },
  ];
  return (
    <>
      <div className="contents max-tablet:hidden">
        {choices.map(({ label, value, options, onValue }) => (
          <Segmented key={label} aria-label={label} value={value} onValue={onValue} options={options} />
        ))}
      </div>
      <div className="contents tablet:hidden">
        {choices.map(({ label, value, options, onValue }) => (
          <select
            key={label}
            aria-label={label}
            value={value}
            onChange={(event) => onValue(event.currentTarget.value)}
            className={controlLook}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        ))}
      </div>
    </>
  );
}

const unitOptions = rateUnits.map(({ id, label }) => ({ value: id, label }));

const shareOptions: readonly { readonly value: Share; readonly label: string }[] = [
  { value: 'whole', label: 'Whole' },
  { value: 'gpu', label: 'Per GPU' },
  { value: 'gb', label: 'Per GB' },
];

function unitOf(text: string): RateUnitId {
  return unitOptions.find(({ value }) => value === text)?.value ?? 'hour';
}

function shareOf(text: string): Share {
  return shareOptions.find(({ value }) => value === text)?.value ?? 'whole';
}
