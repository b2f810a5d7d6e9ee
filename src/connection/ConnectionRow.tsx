// Row of the connection list: choose, status, edit, remove.
import type { ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { Status } from '#ui/States.tsx';
import { serverId, type HeldToken, type Profile } from './profiles.ts';
import { stateWords } from './ConnectionPill.tsx';
import { chooseConnection } from './store.ts';
import { tokenTail } from './profile-entries.ts';
import type { ConnectionState } from './use-connection-check.ts';

interface ConnectionRowProps {
  profile: Profile;
  held: HeldToken | undefined;
  use: { readonly state: ConnectionState; readonly problem: string | undefined } | undefined;
  onEdit: (() => void) | undefined;
  onForget: () => void;
  children?: ReactNode;
}

export function ConnectionRow({ profile, held, use, onEdit, onForget, children }: ConnectionRowProps) {
  const { id, name, baseUrl } = profile;
  return (
    <div className={`border-b border-line px-4 py-3 ${use ? 'bg-tint' : ''}`}>
      <div className="flex items-start gap-3">
        <label className="flex min-w-0 flex-1 cursor-pointer items-start gap-3">
          <input
            type="radio"
            name="connection"
            aria-label={name}
            checked={Boolean(use)}
            onChange={() => chooseConnection(id)}
            className="mt-0.75 accent-(--act)"
          />
          <span className="min-w-0">
            <span className="flex flex-wrap items-center gap-x-3">
              <span className="font-medium">{name}</span>
              {use && <Status tone={stateWords[use.state].tone}>{stateWords[use.state].word}</Status>}
            </span>
            <span className="block font-mono text-dense wrap-anywhere text-muted">{baseUrl}</span>
            <span className="block text-dense text-muted">{credentials(id, held)}</span>
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
        <p role="alert" className="mt-2 text-dense wrap-anywhere text-bad">
          {use.problem}
        </p>
      )}
      {children}
    </div>
  );
}

function credentials(id: string, held: HeldToken | undefined): string {
  if (id === serverId) return 'The server holds the key; this browser has none.';
  if (!held) return 'No token in this tab.';
  return `Token ${tokenTail(held.token)}, ${held.isRemembered ? 'remembered in this tab' : 'until this page is reloaded'}.`;
}
