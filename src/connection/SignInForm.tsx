// Asks for the access secret of the page's own server, when it has refused.
import { useState, type FormEvent } from 'react';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { signIn } from './sign-in.ts';
import { noteSignIn } from './store.ts';

/** The secret leaves this form only towards the server, and is forgotten when the form closes. */
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
      className="mt-3 flex items-end gap-2"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void handleSubmit();
      }}
    >
      <div className="min-w-0 flex-1">
        <Field
          label="Access secret"
          hint="It was printed or set when the server was started."
          error={problem}
        >
          <TextInput type="password" autoComplete="off" value={secret} onValue={setSecret} />
        </Field>
      </div>
      <Button type="submit" look="primary" disabled={isWaiting || secret.trim() === ''}>
        Sign in
      </Button>
    </form>
  );
}
