// Numbered history states and runs for tests.
import { emptyDraft, type Draft } from '#draft/draft.ts';
import type { NodeRecord, RunRecord } from '#pages/playground/history/node.ts';

export function idOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export function draftOf(prompt: string, rest: Partial<Draft> = {}): Draft {
  return { ...emptyDraft, prompt, ...rest };
}

/** @param parent null starts a session */
export function stateOf(number: number, parent: number | null, rest: Partial<NodeRecord> = {}): NodeRecord {
  return {
    id: idOf(number),
    parentId: parent === null ? null : idOf(parent),
    at: number,
    kind: parent === null ? 'root' : 'run',
    origin: { how: parent === null ? 'new' : 'typed' },
    draft: draftOf(`prompt ${number}`),
    ...rest,
  };
}

export function runOf(number: number, output: string, rest: Partial<RunRecord> = {}): RunRecord {
  return {
    id: idOf(number),
    startedAt: new Date(number).toISOString(),
    connection: 'This server',
    model: 'inferdeck/tale-1m',
    prompt: null,
    endState: 'complete',
    tokens: 3,
    usage: null,
    endedMs: 12,
    seed: '7',
    outputs: [output],
    size: 100,
    ...rest,
  };
}
