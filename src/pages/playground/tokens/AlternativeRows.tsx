// Table of sampled alternatives by round.
import { formatCount, formatKnown, noValue } from '#lib/format.ts';
import { formatLogprob, formatProbability } from '#run/format-share.ts';
import { endsInHalf } from '#run/token.ts';
import { type PlainColumn, PlainTable } from '#ui/PlainTable.tsx';
import { toVisibleToken } from '#ui/visible-text.ts';
import { heatStop } from './heat.ts';
import { isSameToken, probabilityOf, type CountedRound, type TokenSample } from './count-samples.ts';

interface AlternativeRowsProps {
  rounds: readonly CountedRound[];
  /** The answer's token, listed even if not sampled. */
  answerToken: TokenSample | null;
  prompt: string;
  onChoose: (text: string) => void;
}

export function AlternativeRows({ rounds, answerToken, prompt, onChoose }: AlternativeRowsProps) {
  const rows = rounds.flatMap(({ alternatives, answered }, index) =>
    alternatives.map((alternative) => ({
      ...alternative,
      drawn: `${index > 0 ? `round ${index + 1}: ` : ''}${formatCount(alternative.count)} of ${formatCount(answered)}`,
      isAnswerToken: answerToken !== null && isSameToken(alternative, answerToken),
    })),
  );
  const isDrawn = answerToken === null || rows.some(({ isAnswerToken }) => isAnswerToken);
  return (
    <TokenTable
      label="Alternatives"
      rows={isDrawn ? rows : [{ ...answerToken, drawn: 'not drawn', isAnswerToken: true }, ...rows]}
      prompt={prompt}
      onChoose={onChoose}
    />
  );
}

interface TokenRow extends TokenSample {
  readonly drawn?: string;
  readonly isAnswerToken?: boolean;
}

interface TokenTableProps {
  label: string;
  rows: readonly TokenRow[];
  prompt: string;
  onChoose: (text: string) => void;
}

export function TokenTable({ label, rows, prompt, onChoose }: TokenTableProps) {
  const hasDrawn = rows.some(({ drawn }) => drawn !== undefined);
  return (
    <PlainTable
      label={label}
      columns={[tokenColumn(prompt, onChoose), ...figureColumns, ...(hasDrawn ? [drawnColumn] : [])]}
      rows={rows}
      rowKey={({ id, text, isSpecial }, position) =>
        `${position} ${id ?? 'text'} ${text} ${String(isSpecial)}`
      }
      look="w-full [&_td]:align-baseline"
      isHeadless={!hasDrawn}
      rowLook={({ isAnswerToken }) => (isAnswerToken ? 'bg-tint shadow-[inset_2px_0_0_var(--act)]' : '')}
    />
  );
}

function tokenColumn(prompt: string, onChoose: (text: string) => void): PlainColumn<TokenRow> {
  return {
    id: 'token',
    look: 'w-full max-w-0 pl-1',
    cell: ({ text, isSpecial, logprob, isAnswerToken }) => (
      <span className="flex items-baseline gap-2">
        <TokenChoice
          text={text}
          isSpecial={isSpecial}
          logprob={logprob}
          prompt={prompt}
          onChoose={onChoose}
        />
        {isAnswerToken && <span className="shrink-0 text-label text-act">chosen here</span>}
      </span>
    ),
  };
}

const figureColumns: readonly PlainColumn<TokenRow>[] = [
  {
    id: 'id',
    isNumber: true,
    look: 'max-tablet:hidden',
    cellLook: 'font-mono text-muted',
    cell: ({ id }) => id ?? noValue,
  },
  {
    id: 'p',
    isNumber: true,
    look: 'whitespace-nowrap',
    cell: ({ logprob }) => formatKnown(probabilityOf(logprob), formatProbability),
  },
  {
    id: 'logprob',
    isNumber: true,
    look: 'whitespace-nowrap last:pr-1',
    cell: ({ logprob }) =>
      logprob === null ? noValue : logprob === Number.NEGATIVE_INFINITY ? '−∞' : formatLogprob(logprob),
  },
];

const drawnColumn: PlainColumn<TokenRow> = {
  id: 'drawn',
  isNumber: true,
  look: 'whitespace-nowrap last:pr-1',
  cellLook: 'text-muted',
  cell: ({ drawn }) => drawn,
};

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
      className="min-w-0 truncate rounded-token px-1 font-mono text-token enabled:text-text enabled:underline enabled:decoration-muted enabled:underline-offset-4 enabled:hover:decoration-act disabled:text-text disabled:italic"
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
