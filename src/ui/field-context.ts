// What a Field tells the control inside it: its id, its name, its description, whether its value is wrong.
import { createContext, useContext } from 'react';

/** Attributes of the one control that a label points to. */
export interface FieldWiring {
  readonly id: string;
  readonly labelId: string;
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
}

/** What fields mean, by name; empty outside a FieldHelp, and until it is loaded. */
export const HelpContext = createContext<Readonly<Record<string, string>>>({});

/** Set by Field, read by the controls; null where a control stands alone and brings its own label. */
export const FieldContext = createContext<FieldWiring | null>(null);

/** Attributes for a control that the label points to; empty outside a Field. */
export function useFieldControl(): ControlAttributes {
  const field = useContext(FieldContext);
  return {
    id: field?.id,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.isInvalid || undefined,
  };
}

interface ControlAttributes {
  readonly id: string | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** The id of the label's text, for a second control of the same field and for groups. */
export function useFieldLabelId(): string | undefined {
  return useContext(FieldContext)?.labelId;
}
