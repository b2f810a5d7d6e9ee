// Sign-in form for the page's own server, shown after a 401.
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Field, TextInput } from '#ui/Field.tsx';
import { noteSignIn } from './store.ts';

export function SignInForm() {
  const [secret, setSecret] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isWaiting, setWaiting] = useState(false);

  async function handleSubmit() {
    setWaiting(true);
    const outcome = await signIn(secret.trim());
    setWaiting(false);
    if (outcome === true) noteSignIn();
    else setProblem(outcome);
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
    if (response.status === 401 || response.status === 403) return 'The server does not accept this secret.';
    if (response.status === 404)
      return 'The server has no sign-in; its address or its settings may have changed.';
    if (response.status === 429) return 'Too many attempts; wait a moment, then try again.';
    return `The server answered ${response.status} instead of signing in.`;
  } catch {
    return 'The server does not respond.';
  }
}
