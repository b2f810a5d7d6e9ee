// Checkbox with its label.
import type { ReactNode } from 'react';

interface CheckboxProps {
  isOn: boolean;
  onToggle: (isOn: boolean) => void;
  look?: string;
  disabled?: boolean;
  children: ReactNode;
}

export function Checkbox({ isOn, onToggle, look = '', disabled, children }: CheckboxProps) {
  return (
    <label className={`flex items-center gap-2 ${look}`}>
      <input
        type="checkbox"
        checked={isOn}
        disabled={disabled}
        onChange={(event) => onToggle(event.currentTarget.checked)}
        className="size-3.5 shrink-0 accent-act"
      />
      {children}
    </label>
  );
}
