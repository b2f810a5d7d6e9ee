// Form of a direct connection: name, address, token, and a live test.
import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Field, TextInput } from '#ui/Field.tsx';
import { checkProfile, keepConnection, type ProfileEntries, tokenTail } from './profile-entries.ts';
import type { HeldToken, Profile } from './profiles.ts';
import { useConnections } from './store.ts';
import { testConnection, type TestOutcome } from './test-connection.ts';

interface ProfileFormProps {
  profile: Profile;
  isNew: boolean;
  held: HeldToken | undefined;
  isRefused: boolean;
  onDone: () => void;
}

/** A string: what a test that runs waits for. */
type Outcome = TestOutcome | string | null;

/** Stores nothing before saving; never prefills the token. */
export function ProfileForm({ profile, isNew, held, isRefused, onDone }: ProfileFormProps) {
  const [entries, setEntries] = useState<ProfileEntries>({
    name: profile.name,
    baseUrl: profile.baseUrl,
    token: '',
    isRemembered: held?.isRemembered ?? false,
  });
  const [isChecked, setChecked] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const test = useRef<AbortController | null>(null);
  const form = useFocusFirst<HTMLFormElement>(isRefused ? '[type=password]' : 'input');
  const check = checkProfile(entries, profile.id, held);
  const errors = isChecked && !check.ok ? check.errors : {};
  const isTaken = useConnections(
    ({ profiles }) =>
      check.ok && profiles.some(({ id, name }) => id !== profile.id && name === check.draft.name),
  );
  const refusal = isRefused && entries.token === '' ? refusalOf(held) : undefined;

  function change(part: Partial<ProfileEntries>) {
    setEntries((before) => ({ ...before, ...part }));
    test.current?.abort();
    setOutcome(null);
  }

  async function handleTest() {
    if (typeof outcome === 'string') {
      test.current?.abort();
      setOutcome(null);
      return;
    }
    setChecked(true);
    if (!check.ok) return;
    const { signal } = (test.current = new AbortController());
    const connection = { baseUrl: check.draft.baseUrl, token: check.token };
    const answer = await testConnection(connection, signal, (words) => {
      if (!signal.aborted) setOutcome(words);
    });
    // The form may hold another address by now.
    if (!signal.aborted) setOutcome(answer);
  }

  function handleSave() {
    setChecked(true);
    if (!check.ok) return;
    keepConnection(check.draft);
    onDone();
  }

  return (
    <form
      ref={form}
      noValidate
      autoComplete="off"
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        handleSave();
      }}
    >
      <Field label="Base address" error={errors.baseUrl} hint={check.addressHint}>
        <TextInput
          isMono
          inputMode="url"
          placeholder="https://host/v1"
          value={entries.baseUrl}
          onValue={(baseUrl) => change({ baseUrl })}
        />
      </Field>
      <Field
        label="Name"
        hint={
          isTaken
            ? 'Another connection has this name: only their addresses will tell them apart.'
            : 'Shown in the top bar; defaults to the host.'
        }
      >
        <TextInput maxLength={80} value={entries.name} onValue={(name) => change({ name })} />
      </Field>
      <Field label="Token" error={errors.token ?? refusal} hint={check.tokenHint}>
        <TextInput
          isMono
          type="password"
          autoComplete="off"
          placeholder={check.keptToken === null ? 'none' : `kept: ${tokenTail(check.keptToken)}`}
          value={entries.token}
          onValue={(token) => change({ token })}
        />
      </Field>
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          checked={entries.isRemembered}
          onChange={(event) => change({ isRemembered: event.currentTarget.checked })}
          className="mt-1 accent-(--act)"
        />
        <span>
          Remember the token in this tab
          <span className="block text-dense text-muted">
            It is stored readable in this tab until the tab closes: any script on this page and anyone at this
            computer can read it.
          </span>
        </span>
      </label>
      <TestResult outcome={outcome} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary">
          {isNew ? 'Save and use' : 'Save'}
        </Button>
        <Button onClick={() => void handleTest()}>
          {typeof outcome === 'string' ? 'Cancel test' : 'Test'}
        </Button>
        <Button look="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function refusalOf(held: HeldToken | undefined): string {
  return held ? 'The service answered 401 to this token.' : 'The service answered 401: it requires a token.';
}

function TestResult({ outcome }: { outcome: Outcome }) {
  return (
    <output className="min-h-5 wrap-anywhere">
      {typeof outcome === 'string' ? outcome : outcome && <TestWords {...outcome} />}
    </output>
  );
}

function TestWords({ isGood, text, problem = text }: TestOutcome) {
  if (problem === null) return <span className={isGood ? 'text-ok' : ''}>{text}</span>;
  const [before, after] = text.split(problem);
  return (
    <>
      {before}
      <span className="text-bad">{problem}</span>
      {after}
    </>
  );
}

/** Focuses the first match in the content once mounted. */
export function useFocusFirst<Content extends HTMLElement>(selector: string) {
  const content = useRef<Content>(null);

  useEffect(() => {
    const first = content.current?.querySelector(selector);
    if (first instanceof HTMLElement) first.focus();
  }, [selector]);

  return content;
}
