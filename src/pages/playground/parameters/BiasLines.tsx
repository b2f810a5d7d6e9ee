// logit_bias lines and token picker.
import { useEffect, useRef, useMemo } from 'react';
import { useStore } from 'zustand';
import { useServiceKey } from '#connection/use-client.ts';
import { useDraft } from '#draft/draft-store.ts';
import type { Draft } from '#draft/draft.ts';
import { useModel } from './use-model.ts';
import { findTokens, tokenOptions } from './token-options.ts';
import { vocabularyOf, type Vocabulary } from '#run/token-names.ts';
import { IconButton } from '#ui/Button.tsx';
import { NumberInput } from '#ui/NumberInput.tsx';
import { parseNumber } from '#ui/number-text.ts';
import { PickerList } from '#ui/PickerList.tsx';
import { Empty, Loading } from '#ui/States.tsx';
import { toVisibleToken } from '#ui/visible-text.ts';

type Lines = Draft['logit_bias'];

interface BiasLinesProps {
  lines: Lines;
  onLines: (lines: Lines) => void;
  /** Of the field: a line whose token id it names is wrong. */
  error: string | null;
  /** Defaults to the draft's. */
  model?: string;
  /** Focused when the last line appears. */
  focusedPart?: 'token' | 'bias' | null;
  onFocused?: () => void;
}

export function BiasLines({ lines, onLines, error, model, focusedPart = null, onFocused }: BiasLinesProps) {
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
  const wrong = wrongParts(lines, error);
  // Else any line may be what a service refuses.
  const isKnown = wrong.some((part) => part !== null);
  return (
    <div ref={list} className="grid gap-1">
      {lines.map((line, index) => (
        <BiasLine
          key={lineKey(index)}
          line={line}
          text={tokens.get(line.token.trim())}
          wrongPart={isKnown ? (wrong[index] ?? null) : undefined}
          onLine={(next) => onLines(lines.map((each, at) => (at === index ? next : each)))}
          onRemove={() => onLines(lines.filter((_, at) => at !== index))}
        />
      ))}
    </div>
  );
}

/** As the draft is read, or by the service's words. */
function wrongParts(lines: Lines, error: string | null): readonly ('token' | 'bias' | null)[] {
  const ids = new Set<string>();
  const named = new Set(Array.from((error ?? '').matchAll(/\btoken\D{0,12}(\d+)/gi), ([, id]) => id));
  return lines.map(({ token, bias }) => {
    const id = token.trim();
    const value = parseNumber(bias);
    if (id === '' && value === null) return null;
    if (!/^\d+$/.test(id) || ids.has(id)) return 'token';
    ids.add(id);
    if (value === undefined || value === null) return 'bias';
    return named.has(id) ? 'token' : null;
  });
}

interface BiasLineProps {
  line: Lines[number];
  text: string | undefined;
  /** Undefined: as the field. */
  wrongPart: 'token' | 'bias' | null | undefined;
  onLine: (line: Lines[number]) => void;
  onRemove: () => void;
}

function BiasLine({ line, text, wrongPart, onLine, onRemove }: BiasLineProps) {
  const shown = text === undefined ? null : toVisibleToken(text);
  return (
    <div className="flex items-center gap-2">
      <NumberInput
        aria-label="Token id"
        emptyText="id"
        min={0}
        text={line.token}
        isWrong={wrongPart === undefined ? undefined : wrongPart === 'token'}
        onText={(token) => onLine({ ...line, token })}
      />
      <bdi
        title={shown ?? 'This id has not appeared in an answer yet'}
        className={`min-w-0 flex-1 truncate ${shown === null ? 'text-faint' : 'font-mono text-dense'}`}
      >
        {shown ?? (line.token.trim() === '' ? '' : 'not seen')}
      </bdi>
      <NumberInput
        aria-label="Bias"
        emptyText="bias"
        text={line.bias}
        isWrong={wrongPart === undefined ? undefined : wrongPart === 'bias'}
        onText={(bias) => onLine({ ...line, bias })}
      />
      <IconButton icon="cross" label="Remove this bias" onClick={onRemove} />
    </div>
  );
}

function lineKey(index: number): string {
  return `line ${index}`;
}

/** Without a tokenizer: only tokens of past answers. */
export function BiasPicker({ onPick }: { onPick: (id: string) => void }) {
  const { tokens, count, isLoading, model } = useVocabulary();
  // The map grows in place: only its count changes.
  const groups = useMemo(() => (count === 0 ? [] : tokenOptions(tokens)), [tokens, count]);
  if (isLoading && count === 0) {
    return (
      <div className="p-3">
        <Loading />
      </div>
    );
  }
  if (count === 0) {
    return (
      <div className="p-3">
        <Empty title="No tokens known yet">
          <p>Answers of {model || 'the model'} show the text of each token id. Run something first.</p>
        </Empty>
      </div>
    );
  }
  return (
    <>
      <PickerList label="Text of a token" groups={groups} find={findTokens} onPick={onPick} />
      <p className="border-t border-line px-3 py-2 text-dense text-muted">
        Only tokens of past answers and X-rays are known; Prompt X-ray, in Labs, adds those of its text. A
        word with a leading space (·) is a different token from the word alone; a long word may be several
        tokens.
      </p>
    </>
  );
}

/** @param of model id; defaults to the draft's */
function useVocabulary(of = ''): Vocabulary & { readonly model: string } {
  const serviceKey = useServiceKey();
  const { model: chosen } = useModel(useDraft((state) => state.draft.model));
  const model = of || chosen;
  const vocabulary = useMemo(() => vocabularyOf(serviceKey, model), [serviceKey, model]);
  return { ...useStore(vocabulary), model };
}
