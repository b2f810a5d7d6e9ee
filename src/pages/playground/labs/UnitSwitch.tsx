// Unit switch of the labs: nats or bits.
import { chooseSurpriseUnit, useSurpriseUnit } from './surprise-unit.ts';
import { Segmented } from '#ui/Segmented.tsx';

export function UnitSwitch() {
  const unit = useSurpriseUnit((state) => state.unit.id);
  return (
    <Segmented aria-label="Unit of surprise" options={units} value={unit} onValue={chooseSurpriseUnit} />
  );
}

const units = [
  { value: 'nats', label: 'nats' },
  { value: 'bits', label: 'bits' },
] as const;
