// Table of sampled alternatives by round.
import { formatCount } from '#lib/format.ts';
import {
  isSameToken,
  probabilityOf,
  type Alternative,
  type CountedRound,
  type DrawnSample,
} from './tally.ts';
import { endsInHalf } from '#run/token.ts';
import { toVisibleToken } from '#ui/visible-text.ts';
import { percent, signed } from './TokenCard.tsx';
import { heatStop } from './heat.ts';

interface AlternativeRowsProps {
  rounds: readonly CountedRound[];
  /** The answer's token, listed even if not sampled. */
  answerToken: DrawnSample | null;
  prompt: string;
  onChoose: (text: string) => void;
}

export function AlternativeRows({ rounds, answerToken, prompt, onChoose }: AlternativeRowsProps) {
  const isDrawn =
    answerToken !== null &&
    rounds.some(({ alternatives }) => alternatives.some((each) => isSameToken(each, answerToken)));
  const rows = rounds.flatMap(({ alternatives, answered }, index) =>
    alternatives.map((alternative) => ({ alternative, answered, round: index + 1 })),
  );
  return (
    <table aria-label="Alternatives" className="w-full text-dense tabular-nums">
      <thead className="text-label text-faint">
        <tr className="border-b border-line">
          <th scope="col" className="py-1 text-left font-regular">
            token
          </th>
          <th scope="col" className="py-1 text-right font-regular max-tablet:hidden">
            id
          </th>
          <th scope="col" className="py-1 text-right font-regular">
            p
          </th>
          <th scope="col" className="py-1 text-right font-regular">
            logprob
          </th>
          <th scope="col" className="py-1 pl-2 text-right font-regular">
            drawn
          </th>
        </tr>
      </thead>
      <tbody>
        {answerToken !== null && !isDrawn && (
          <Row
            alternative={{ ...answerToken, count: 0 }}
            drawn="not drawn"
            isAnswerToken
            prompt={prompt}
            onChoose={onChoose}
          />
        )}
        {rows.map(({ alternative, answered, round }) => (
          <Row
            key={`${round} ${alternative.id ?? 'text'} ${alternative.text} ${String(alternative.isSpecial)}`}
            alternative={alternative}
            drawn={`${round > 1 ? `round ${round}: ` : ''}${formatCount(alternative.count)} of ${formatCount(answered)}`}
            isAnswerToken={answerToken !== null && isSameToken(alternative, answerToken)}
            prompt={prompt}
            onChoose={onChoose}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  alternative: Alternative;
  drawn: string;
  isAnswerToken: boolean;
  prompt: string;
  onChoose: (text: string) => void;
}

function Row({ alternative, drawn, isAnswerToken, prompt, onChoose }: RowProps) {
  const { id, text, isSpecial, logprob } = alternative;
  const probability = probabilityOf(logprob);
  return (
    <tr
      className={`h-7 border-b border-line ${isAnswerToken ? 'bg-tint shadow-[inset_2px_0_0_var(--act)]' : ''}`}
    >
      <td className="max-w-0 w-full pl-1">
        <span className="flex items-center gap-2">
          <TokenChoice
            text={text}
            isSpecial={isSpecial}
            logprob={logprob}
            prompt={prompt}
            onChoose={onChoose}
          />
          {isAnswerToken && <span className="shrink-0 text-label text-act">chosen here</span>}
        </span>
      </td>
      <td className="pl-3 text-right font-mono text-muted max-tablet:hidden">{id ?? '–'}</td>
      <td className="pl-3 text-right whitespace-nowrap">
        {probability === null ? '–' : percent(probability)}
      </td>
      <td className="pl-3 text-right whitespace-nowrap">
        {logprob === null ? '–' : logprob === Number.NEGATIVE_INFINITY ? '−∞' : signed(logprob)}
      </td>
      <td className="pr-1 pl-3 text-right whitespace-nowrap text-muted">{drawn}</td>
    </tr>
  );
}

interface TokenChoiceProps {
  text: string;
  isSpecial: boolean;
  /** Null: without heat. */
  logprob: number | null;
  prompt: string;
  onChoose: (text: string) => void;
}

export function TokenChoice({ text, isSpecial, logprob, prompt, onChoose }: TokenChoiceProps) {
  const why = reasonAgainst(text, isSpecial, prompt);
  const stop = logprob === null ? 0 : heatStop(logprob);
  const shown = toVisibleToken(text) || (isSpecial ? 'end of the text' : 'no text');
  return (
    <button
      type="button"
      disabled={why !== null}
      title={why ?? 'Run from here with this token'}
      onClick={() => onChoose(text)}
      style={stop === 0 ? undefined : { backgroundColor: `var(--ember-${stop})` }}
      className="min-w-0 truncate rounded-token px-1 font-mono text-token enabled:text-text enabled:underline enabled:decoration-line enabled:underline-offset-4 enabled:hover:decoration-act disabled:text-text disabled:italic"
    >
      <bdi>{shown}</bdi>
    </button>
  );
}

function reasonAgainst(text: string, isSpecial: boolean, prompt: string): string | null {
  if (isSpecial) return 'A special token: it adds no text.';
  if (text === '') return 'The service gave it no text.';
  if (endsInHalf(prompt + text)) return 'It ends in the middle of a character.';
  return null;
}
