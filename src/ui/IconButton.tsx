// A button that has room for a picture only; its name is read aloud and shown on hover.
import type { ComponentProps } from 'react';
import { BareButton } from './Button.tsx';
import { Icon, type IconName } from './Icon.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children' | 'title'> {
  icon: IconName;
  /** What it does, in words; the picture alone says nothing to a screen reader. */
  label: string;
}

/** A quiet square button of 28 px (40 for fingers). */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <BareButton
      {...rest}
      aria-label={label}
      title={label}
      className="inline-flex size-control shrink-0 items-center justify-center rounded-control text-muted transition-colors hover:bg-raised hover:text-text aria-disabled:cursor-default aria-disabled:opacity-45"
    >
      <Icon name={icon} />
    </BareButton>
  );
}
