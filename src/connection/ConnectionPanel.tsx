// All connections, one of them in use; direct ones can be added, changed and forgotten here.
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { ConnectionRow } from './ConnectionRow.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { activeProfile, serverId, type Profile } from './profiles.ts';
import { SignInForm } from './SignInForm.tsx';
import { newProfileId, useConnections } from './store.ts';
import type { ConnectionState } from './use-connection-check.ts';

interface ConnectionPanelProps {
  /** Of the connection in use. */
  state: ConnectionState;
  problem: string | undefined;
}

/** Opened by a refusal, it begins with the form that can mend it. */
export function ConnectionPanel({ state, problem }: ConnectionPanelProps) {
  const store = useConnections();
  const server = activeProfile({ profiles: [], activeId: serverId }, location.origin);
  const active = activeProfile(store, location.origin);
  const [edited, setEdited] = useState<Profile | null>(() =>
    state === 'refused' && active.id !== serverId ? active : null,
  );
  if (edited)
    return (
      <ProfileForm
        key={edited.id}
        profile={edited}
        isNew={!store.profiles.some(({ id }) => id === edited.id)}
        held={store.tokens[edited.id]}
        isRefused={edited.id === active.id && state === 'refused'}
        onDone={() => setEdited(null)}
      />
    );
  return (
    <div className="grid gap-4">
      <fieldset className="-mx-4 -mt-4">
        <legend className="sr-only">Connection in use</legend>
        {[server, ...store.profiles].map((profile) => (
          <ConnectionRow
            key={profile.id}
            profile={profile}
            held={store.tokens[profile.id]}
            use={profile.id === active.id ? { state, problem } : undefined}
            onEdit={profile.id === serverId ? undefined : () => setEdited(profile)}
          >
            {profile.id === serverId && state === 'refused' && active.id === serverId && <SignInForm />}
          </ConnectionRow>
        ))}
      </fieldset>
      <div>
        <Button onClick={() => setEdited({ id: newProfileId(), name: '', baseUrl: '' })}>
          Add a direct connection
        </Button>
        <p className="mt-2 text-dense text-muted">
          A direct connection goes from this browser to the service. The service must allow that (CORS), and
          the token is then in the browser.
        </p>
      </div>
    </div>
  );
}
