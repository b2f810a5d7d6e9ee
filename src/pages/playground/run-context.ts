// Run, for what stands beside the button: it sends what is on the screen.
import { createContext } from 'react';

/** Sends the draft as it is then, or leads to the field that is wrong. Nothing while a run receives. */
export const RunContext = createContext<() => void>(() => undefined);
