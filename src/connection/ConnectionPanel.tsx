// Connections panel: choose, add, edit, sign in and remove connections, with undo.
import { useState, type ReactNode, type Ref } from 'react';
import { Button, takeFocus } from '#ui/Button.tsx';
import { ProfileForm, useFocusFirst } from './ProfileForm.tsx';
import { activeProfile, connectionIdOf, serverId, type HeldToken, type Profile } from './profiles.ts';
import { TimeoutsForm } from './TimeoutsForm.tsx';
import {
  chooseConnection,
  forgetConnection,
  keptProfiles,
  useConnections,
  renewServer,
  closeConnections,
} from './store.ts';
import type { ConnectionState } from './use-client.ts';
import { Status } from '#ui/States.tsx';
import { stateWords } from './ConnectionPill.tsx';
import { keepConnection, tokenTail } from './profile-entries.ts';
import { Field, TextInput } from '#ui/Field.tsx';

interface ConnectionPanelProps {
  state: ConnectionState;
  problem: string | undefined;
}

/** After a 401, starts with the form that can fix it. */
export function ConnectionPanel(props: ConnectionPanelProps) {
  const store = useConnections();
  const active = activeProfile(store, location.origin);
  const isRefused = props.state === 'refused';
  const [edited, setEdited] = useState<Profile | null>(() =>
    isRefused && active.id !== serverId ? active : null,
  );
  if (!edited) return <ConnectionList {...props} onEdit={setEdited} />;
  return (
    <ProfileForm
      key={edited.id}
      profile={edited}
      isNew={!store.profiles.some(({ id }) => id === edited.id)}
      held={store.tokens[edited.id]}
      isRefused={isRefused && edited.id === active.id}
      onDone={() => setEdited(null)}
    />
  );
}

interface ConnectionListProps extends ConnectionPanelProps {
  onEdit: (profile: Profile) => void;
}

interface Forgotten {
  readonly profile: Profile;
  readonly held: HeldToken | undefined;
  readonly activeId: string;
  readonly place: number;
}

function ConnectionList({ state, problem, onEdit }: ConnectionListProps) {
  const store = useConnections();
  const server = activeProfile({ profiles: [], activeId: serverId }, location.origin);
  const active = activeProfile(store, location.origin);
  const isSignInNeeded = state === 'refused' && active.id === serverId;
  const isKept = namesOf(keptProfiles().read().profiles) === namesOf(store.profiles);
  const [forgotten, setForgotten] = useState<Forgotten | null>(null);
  const [restoredId, setRestoredId] = useState<string | null>(null);

  function handleUndo() {
    if (forgotten === null) return;
    const { profile, held, activeId, place } = forgotten;
    const isRemembered = held?.isRemembered ?? false;
    keepConnection({ ...profile, token: held?.token ?? null, isRemembered }, place);
    chooseConnection(activeId);
    setForgotten(null);
    setRestoredId(profile.id);
  }

  const list = useFocusFirst<HTMLDivElement>(isSignInNeeded ? '[type=password]' : ':checked');
  return (
    <div ref={list} className="grid gap-4">
      <fieldset className="-mx-4 -mt-4">
        <legend className="sr-only">Connection in use</legend>
        {[server, ...store.profiles].map((profile) => (
          <ConnectionRow
            key={profile.id}
            profile={profile}
            isKept={isKept}
            held={store.tokens[profile.id]}
            ref={profile.id === restoredId ? takeFocus : null}
            use={
              profile.id === active.id
                ? { state, problem: isSignInNeeded ? 'It asks for its access secret.' : problem }
                : undefined
            }
            onEdit={profile.id === serverId ? undefined : () => onEdit(profile)}
            onForget={() => {
              const held = store.tokens[profile.id];
              const place = store.profiles.indexOf(profile);
              setForgotten({ profile, held, activeId: active.id, place });
              forgetConnection(profile.id);
            }}
          >
            {profile.id === serverId && isSignInNeeded && <SignInForm />}
          </ConnectionRow>
        ))}
      </fieldset>
      {!isKept && (
        <p role="status" className="text-warn">
          This browser does not store data for this page, so connections and tokens are lost when it is
          reloaded.
        </p>
      )}
      {forgotten !== null && (
        <p key={forgotten.profile.id} role="status" className="flex flex-wrap items-center gap-2">
          {forgotten.profile.name} is forgotten.
          <Button ref={takeFocus} onClick={handleUndo}>
            Undo
          </Button>
        </p>
      )}
      <div>
        <Button onClick={() => onEdit({ id: newProfileId(), name: '', baseUrl: '' })}>
          Add a direct connection
        </Button>
        <p className="mt-2 text-dense text-muted">
          A direct connection goes from this browser to the service. The service must allow it (CORS), and the
          token is held by the browser.
        </p>
      </div>
      <TimeoutsForm />
    </div>
  );
}

/** To compare those in use with those that a reload finds. */
function namesOf(profiles: readonly Profile[]): string {
  return profiles.map(({ id, name, baseUrl }) => [id, name, baseUrl].join(' ')).join('\n');
}

interface ConnectionRowProps {
  profile: Profile;
  isKept: boolean;
  held: HeldToken | undefined;
  use: { readonly state: ConnectionState; readonly problem: string | undefined } | undefined;
  onEdit: (() => void) | undefined;
  onForget: () => void;
  /** Of its radio button. */
  ref: Ref<HTMLInputElement>;
  children?: ReactNode;
}

function ConnectionRow({ profile, isKept, held, use, onEdit, onForget, ref, children }: ConnectionRowProps) {
  const { id, name, baseUrl } = profile;
  return (
    <div className={`border-b border-line px-4 py-3 ${use ? 'bg-tint' : ''}`}>
      <div className="flex items-start gap-3">
        <label className="flex min-w-0 flex-1 cursor-pointer items-start gap-3">
          <input
            ref={ref}
            type="radio"
            name="connection"
            aria-label={name}
            checked={Boolean(use)}
            onChange={() => chooseConnection(id)}
            className="mt-0.75 accent-(--act)"
          />
          <span className="min-w-0">
            <span className="flex flex-wrap items-center gap-x-3">
              <span className="font-medium wrap-anywhere">{name}</span>
              {use && <Status tone={stateWords[use.state].tone}>{stateWords[use.state].word}</Status>}
            </span>
            <span className="block font-mono text-dense wrap-anywhere text-muted">{baseUrl}</span>
            <span className="block text-dense text-muted">{credentials(id, held, isKept)}</span>
          </span>
        </label>
        {onEdit && (
          <span className="flex gap-1">
            <Button look="quiet" onClick={onEdit} aria-label={`Change ${name}`}>
              Change
            </Button>
            <Button look="quiet" onClick={onForget} aria-label={`Forget ${name}`}>
              Forget
            </Button>
          </span>
        )}
      </div>
      {use?.problem && (
        <p role="alert" className="mt-2 pl-6.25 text-dense wrap-anywhere text-bad">
          {use.problem}
        </p>
      )}
      {children}
    </div>
  );
}

function credentials(id: string, held: HeldToken | undefined, isKept: boolean): string {
  if (id === serverId) return 'The server holds the key; this browser has none.';
  if (!held) return 'No token in this tab.';
  const tail = tokenTail(held.token);
  return `${tail === '…' ? 'A token' : `Token ${tail}`}, ${held.isRemembered && isKept ? 'remembered in this tab' : 'until this page is reloaded'}.`;
}

/** Of other tabs: all have the same session. */
const signIns = new BroadcastChannel('inferdeck-sign-ins');

signIns.addEventListener('message', () => {
  const state = useConnections.getState();
  if (state.refused.includes(connectionIdOf(state, serverId))) enter();
});

function enter(): void {
  renewServer();
  closeConnections();
}

export function SignInForm() {
  const [secret, setSecret] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isWaiting, setWaiting] = useState(false);

  async function handleSubmit() {
    setWaiting(true);
    const outcome = await signIn(secret.trim());
    setWaiting(false);
    if (outcome !== true) {
      setProblem(outcome);
      return;
    }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels have none
    signIns.postMessage(null);
    enter();
  }

  return (
    <form
      className="mt-3"
      onSubmit={(event) => {
        event.preventDefault();
        void handleSubmit();
      }}
    >
      <Field label="Access secret" hint="It was set or printed when the server was started." error={problem}>
        <div className="flex gap-2">
          <TextInput type="password" autoComplete="off" value={secret} onValue={setSecret} />
          <Button type="submit" look="primary" disabled={isWaiting || secret.trim() === ''}>
            Sign in
          </Button>
        </div>
      </Field>
    </form>
  );
}

/** True once the server has set its cookie, else a sentence. Never stores the secret. */
async function signIn(secret: string): Promise<true | string> {
  try {
    const response = await fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret }),
      redirect: 'error',
      credentials: 'same-origin',
      cache: 'no-store',
    });
    if (response.status === 204) return true;
    if (response.status === 401) return 'The server does not accept this secret.';
    if (response.status === 403)
      return `The server refuses ${location.origin}: INFERDECK_ORIGINS must contain it, and a reverse proxy must pass the Host header on.`;
    if (response.status === 404)
      return 'The server has no sign-in; its address or its settings may have changed.';
    if (response.status === 429) return 'Too many attempts; wait a moment, then try again.';
    return `The server answered ${response.status} instead of signing in.`;
  } catch {
    return 'The server does not respond.';
  }
}

/** Random, since it becomes part of cache keys. */
function newProfileId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join('');
}
