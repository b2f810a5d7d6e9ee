// The alternatives that the service sent beside a token: shown at once, without any request.
import type { TopToken } from '#api/view.ts';
import { heatStop } from '#pages/playground/tokens/heat.ts';
import { percent, signed } from '#pages/playground/tokens/TokenCard.tsx';
import { probabilityOf } from './tally.ts';
import { TokenChoice } from './TokenChoice.tsx';

interface SentAlternativesProps {
  sent: readonly TopToken[];
  prompt: string;
  onChoose: (text: string) => void;
}

/** In the order of probability; floors of some services (−9999) are shown as they came. */
export function SentAlternatives({ sent, prompt, onChoose }: SentAlternativesProps) {
  const sorted = sent.toSorted(
    (one, other) => (other.logprob ?? Number.NEGATIVE_INFINITY) - (one.logprob ?? Number.NEGATIVE_INFINITY),
  );
  return (
    <table aria-label="Sent with the answer" className="w-full text-dense tabular-nums">
      <caption className="pb-1 text-left font-strong">Sent with the answer</caption>
      <tbody>
        {sorted.map(({ text, id, logprob }) => {
          const probability = probabilityOf(logprob);
          return (
            <tr key={`${id ?? ''} ${text}`} className="h-7 border-y border-line">
              <td className="w-full max-w-0 pl-1">
                <span className="flex">
                  <TokenChoice
                    text={text}
                    isSpecial={false}
                    stop={logprob === null ? 0 : heatStop(logprob)}
                    prompt={prompt}
                    onChoose={onChoose}
                  />
                </span>
              </td>
              <td className="pl-3 text-right font-mono text-muted">{id ?? ''}</td>
              <td className="pl-3 text-right whitespace-nowrap">
                {probability === null ? '–' : percent(probability)}
              </td>
              <td className="pr-1 pl-3 text-right whitespace-nowrap">
                {logprob === null ? '–' : signed(logprob)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
