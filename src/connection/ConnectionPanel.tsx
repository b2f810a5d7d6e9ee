// Connections panel: choose, add, edit and remove connections, with undo.
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { useFocusFirst } from '#ui/use-focus-first.ts';
import { ConnectionRow } from './ConnectionRow.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { activeProfile, serverId, type HeldToken, type Profile } from './profiles.ts';
import { TimeoutsForm } from './TimeoutsForm.tsx';
import { SignInForm } from './SignInForm.tsx';
import { chooseConnection, forgetConnection, keepConnection, newProfileId, useConnections } from './store.ts';
import type { ConnectionState } from './use-connection-check.ts';

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

/** The pressed button is gone. */
function focus(button: HTMLButtonElement | null): void {
  button?.focus();
}

interface Forgotten {
  readonly profile: Profile;
  readonly held: HeldToken | undefined;
  readonly activeId: string;
}

function ConnectionList({ state, problem, onEdit }: ConnectionListProps) {
  const store = useConnections();
  const server = activeProfile({ profiles: [], activeId: serverId }, location.origin);
  const active = activeProfile(store, location.origin);
  const isSignInNeeded = state === 'refused' && active.id === serverId;
  const [forgotten, setForgotten] = useState<Forgotten | null>(null);

  function handleUndo() {
    if (forgotten === null) return;
    const { profile, held, activeId } = forgotten;
    keepConnection({ ...profile, token: held?.token ?? null, isRemembered: held?.isRemembered ?? false });
    chooseConnection(activeId);
    setForgotten(null);
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
            held={store.tokens[profile.id]}
            use={
              profile.id === active.id
                ? { state, problem: isSignInNeeded ? 'It asks for its access secret.' : problem }
                : undefined
            }
            onEdit={profile.id === serverId ? undefined : () => onEdit(profile)}
            onForget={() => {
              setForgotten({ profile, held: store.tokens[profile.id], activeId: active.id });
              forgetConnection(profile.id);
            }}
          >
            {profile.id === serverId && isSignInNeeded && <SignInForm />}
          </ConnectionRow>
        ))}
      </fieldset>
      {forgotten !== null && (
        <p role="status" className="flex flex-wrap items-center gap-2">
          {forgotten.profile.name} is forgotten.
          <Button ref={focus} onClick={handleUndo}>
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
