// Token count of a prompt, exact or estimated.
import * as z from 'zod/mini';
import { create } from 'zustand';
import { useClient } from '#connection/use-client.ts';
import { formatAbout, formatCount, formatCounted } from '#lib/format.ts';
import { stored } from '#lib/stored.ts';
import { utf8Length } from '#lib/unicode.ts';
import type { Choice } from '#run/choice.ts';
import { onRunEnded } from '#run/request-pool.ts';
import { useRun } from '#run/run-store.ts';
import { isWhole, type Run } from '#run/run.ts';

export interface PromptCount {
  readonly tokens: number;
  readonly isExact: boolean;
  /** A token of what was never counted is at least one byte. */
  readonly maxTokens: number;
}

const Rate = z.object({
  /** Service key, model and the text's bytes per character, which tells scripts apart. */
  key: z.string(),
  /** Of counted prompts; older ones weigh less. */
  bytes: z.number(),
  tokens: z.number(),
});

/** `isPrompt` is false for a prompt with its answer. */
interface CountedText {
  readonly key: string;
  readonly text: string;
  readonly tokens: number;
  readonly isPrompt: boolean;
}

interface Counted {
  /** Newest first. */
  readonly rates: readonly z.infer<typeof Rate>[];
  /** Newest first, of this page only. */
  readonly texts: readonly CountedText[];
}

const maxRates = 50;
const maxTexts = 20;

/** For English with common vocabularies. */
export const defaultBytesPerToken = 4;

const entry = stored({
  key: 'inferdeck.prompt-tokens',
  version: 1,
  parse: (value) => z.array(Rate).safeParse(value).data ?? null,
  fallback: [],
  storage: () => localStorage,
});

export const usePromptTokens = create<Counted>(() => ({ rates: entry.read(), texts: [] }));

entry.follow((rates) => usePromptTokens.setState({ rates }));

function readCounted(
  { request, recording, state }: Run,
  serviceKey: string,
  choice = recording.choices.get(0),
): readonly CountedText[] {
  const { usage } = recording;
  const { prompt, n = 1 } = request;
  if (usage === null || (prompt !== '' && usage.prompt_tokens <= 0)) return [];
  if (state.phase !== 'ended' || !isWhole(state.endState)) return [];
  const key = keyOf(serviceKey, request.model);
  const ofPrompt: CountedText = { key, text: prompt, tokens: usage.prompt_tokens, isPrompt: true };
  const isEchoed = usage.prompt_tokens === choice?.promptTokenCount;
  if (n > 1 && !isEchoed && !isCountedOnce(prompt, usage.prompt_tokens, n)) return [];
  const answered = n === 1 ? usage.completion_tokens : choice?.answerTokenCount;
  // Of several choices, a piece that holds several tokens would count as one.
  const isEachCounted = n === 1 || sumOf(recording.choices) === usage.completion_tokens;
  if (answered === undefined || !isEachCounted) return [ofPrompt];
  return [
    ofPrompt,
    {
      key,
      text: prompt + (choice?.answer ?? ''),
      tokens: usage.prompt_tokens + answered,
      isPrompt: false,
    },
  ];
}

function sumOf(choices: ReadonlyMap<number, Choice>): number {
  return [...choices.values()].reduce((sum, { answerTokenCount }) => sum + answerTokenCount, 0);
}

/** Some services count the prompt once for each choice, which leaves no rest, and no word without a token. */
function isCountedOnce(prompt: string, tokens: number, n: number): boolean {
  const words = prompt.split(/\s+/).filter(Boolean);
  return tokens % n !== 0 || tokens / n < words.length;
}

/** Of a service's answer; a recording does not name its service. */
function notePromptTokens(run: Run): void {
  const found = run.serviceKey === null ? [] : readCounted(run, run.serviceKey());
  const [counted] = found;
  if (counted === undefined) return;
  const { key, text, tokens } = counted;
  const { rates, texts } = usePromptTokens.getState();
  const bytes = utf8Length(text);
  const rateKey = rateKeyOf(key, text, bytes);
  const before = rates.find((rate) => rate.key === rateKey) ?? { bytes: 0, tokens: 0 };
  const rate = { key: rateKey, bytes: before.bytes / 2 + bytes, tokens: before.tokens / 2 + tokens };
  const isFound = (one: CountedText) => one.key === key && found.some((each) => each.text === one.text);
  usePromptTokens.setState({
    rates: [rate, ...rates.filter((each) => each.key !== rateKey)].slice(0, maxRates),
    texts: [...found, ...texts.filter((each) => !isFound(each))].slice(0, maxTexts),
  });
  entry.write([...usePromptTokens.getState().rates]);
}

onRunEnded(notePromptTokens);

interface Prompted {
  readonly serviceKey: string;
  readonly model: string;
  readonly prompt: string;
  /** On the screen. A recording counts as this service's, of the same model. */
  readonly run?: Run | null;
  /** Of the run; the prompt may begin with its answer. */
  readonly choice?: Choice;
}

/** From the longest counted beginning, and the model's bytes per token. */
export function countPromptTokens(
  { rates, texts }: Counted,
  { serviceKey, model, prompt, run = null, choice }: Prompted,
): PromptCount {
  const key = keyOf(serviceKey, model);
  const isOwn = run?.serviceKey === null || run?.serviceKey?.() === serviceKey;
  const shown = isOwn && run ? readCounted(run, serviceKey, choice) : [];
  const known = [...texts, ...shown].filter((each) => each.key === key && prompt.startsWith(each.text));
  const exact = known.find(({ text, isPrompt }) => isPrompt && text.length === prompt.length);
  if (exact) return { tokens: exact.tokens, isExact: true, maxTokens: exact.tokens };
  const [begin] = known.toSorted((one, other) => other.text.length - one.text.length);
  const uncounted = prompt.slice(begin?.text.length ?? 0);
  const rest = utf8Length(uncounted);
  const rateKey = rateKeyOf(key, uncounted, rest);
  const rate = rates.find((each) => each.key === rateKey);
  const perByte = rate && rate.bytes > 0 ? rate.tokens / rate.bytes : 1 / defaultBytesPerToken;
  const before = begin?.tokens ?? 0;
  return {
    tokens: before + Math.ceil(rest * perByte),
    isExact: false,
    // One may mark the beginning.
    maxTokens: (before || 1) + rest,
  };
}

/** Of the service in use. */
export function usePromptCounter(): (prompted: Pick<Prompted, 'model' | 'prompt'>) => PromptCount {
  const counted = usePromptTokens();
  const run = useRun();
  const serviceKey = useClient().serviceKey();
  return ({ model, prompt }) => countPromptTokens(counted, { serviceKey, model, prompt, run });
}

/** `≈ 530 tokens + max_tokens 50 exceed the context of 512`; null if it fits or is unknown. */
export function contextExcess(
  { tokens, isExact }: Pick<PromptCount, 'tokens' | 'isExact'>,
  maxTokens: number | undefined,
  context: number | undefined,
): string | null {
  if (context === undefined || tokens + (maxTokens ?? 1) <= context) return null;
  const asked =
    maxTokens === undefined ? 'leave no room in' : `+ max_tokens ${formatCount(maxTokens)} exceed`;
  return `${formatAbout(formatCounted(tokens, 'token'), !isExact)} ${asked} the context of ${formatCount(context)}`;
}

/** 1 for Latin, 2 for Cyrillic or Hebrew, 3 for Chinese: each takes other tokens per byte. */
function rateKeyOf(key: string, { length }: string, bytes: number): string {
  return `${key} ${Math.round(bytes / Math.max(1, length))}`;
}

function keyOf(serviceKey: string, model: string): string {
  return JSON.stringify([serviceKey, model]);
}
