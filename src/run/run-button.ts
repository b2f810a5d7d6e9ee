// Run button of several requests.
import { useId, useState } from 'react';

export type RunButton = ReturnType<typeof useRunButton>['runButton'];

/** With several requests the first chord only focuses the button, which shows their number and asks for it again. */
export function useRunButton(requestCount = Infinity) {
  const id = useId();
  const [asksAgain, setAsksAgain] = useState(false);
  const settle = () => setAsksAgain(false);
  const press = () => {
    const button = document.getElementById(id);
    if (!(button instanceof HTMLButtonElement)) return;
    // Disabled buttons cannot take the focus.
    const isReady = !button.disabled;
    button.disabled = false;
    if (isReady && (requestCount <= 1 || document.activeElement === button)) return button.click();
    button.focus();
    setAsksAgain(isReady);
  };
  return { press, runButton: { id, asksAgain, onBlur: settle, onClickCapture: settle } };
}
