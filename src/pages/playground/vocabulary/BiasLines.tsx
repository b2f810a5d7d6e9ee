// The biases of the request, line by line: what each id stands for, and by how much.
import { useEffect, useRef } from 'react';
import type { Draft } from '#pages/playground/draft.ts';
import { toVisibleToken } from '#pages/playground/tokens/visible-text.ts';
import { IconButton } from '#ui/Button.tsx';
import { NumberInput } from '#ui/NumberInput.tsx';
import { useVocabulary } from './use-vocabulary.ts';

type Lines = Draft['logit_bias'];

interface BiasLinesProps {
  lines: Lines;
  onLines: (lines: Lines) => void;
  /** Whose ids they are; the draft's model by default. */
  model?: string;
  /** Which field of the last line has the focus when that line appears, and is told once it has. */
  focusedPart?: 'token' | 'bias' | null;
  onFocused?: () => void;
}

/** The text stands there as soon as an answer has shown it. */
export function BiasLines({ lines, onLines, model, focusedPart = null, onFocused }: BiasLinesProps) {
  const { tokens } = useVocabulary(model);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focusedPart === null) return;
    const inputs = [...(list.current?.lastElementChild?.querySelectorAll('input') ?? [])];
    const input = inputs[focusedPart === 'token' ? 0 : 1];
    input?.focus();
    input?.select();
    onFocused?.();
  }, [focusedPart, onFocused]);
  return (
    <div ref={list} className="grid gap-1">
      {lines.map((line, index) => (
        <BiasLine
          key={lineKey(index)}
          line={line}
          text={tokens.get(line.token.trim())}
          onLine={(next) => onLines(lines.map((each, at) => (at === index ? next : each)))}
          onRemove={() => onLines(lines.filter((_, at) => at !== index))}
        />
      ))}
    </div>
  );
}

interface BiasLineProps {
  line: Lines[number];
  text: string | undefined;
  onLine: (line: Lines[number]) => void;
  onRemove: () => void;
}

function BiasLine({ line, text, onLine, onRemove }: BiasLineProps) {
  const shown = text === undefined ? null : toVisibleToken(text);
  return (
    <div className="flex items-center gap-2">
      <NumberInput
        aria-label="Token id"
        emptyText="id"
        min={0}
        text={line.token}
        onText={(token) => onLine({ ...line, token })}
      />
      <bdi
        title={shown ?? 'No answer has shown this id yet'}
        className={`min-w-0 flex-1 truncate ${shown === null ? 'text-faint' : 'font-mono text-dense'}`}
      >
        {shown ?? (line.token.trim() === '' ? '' : 'not seen')}
      </bdi>
      <NumberInput
        aria-label="Bias"
        emptyText="bias"
        text={line.bias}
        onText={(bias) => onLine({ ...line, bias })}
      />
      <IconButton icon="cross" label="Remove this bias" onClick={onRemove} />
    </div>
  );
}

// Lines have no identity of their own: where one stands is what it is.
function lineKey(index: number): string {
  return `line ${index}`;
}
