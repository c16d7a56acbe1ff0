import { startAuthentication } from '@simplewebauthn/browser';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#shared/schemas/auth.ts';
import { Button } from '#client/ui/button.tsx';
import { FormAlert } from '#client/ui/form-alert.tsx';
import { errorCodeOf } from '#client/api/error-code.ts';
import { trpc } from '#client/api/trpc.ts';
import classes from './auth-form.module.css';
import { useAfterSignIn } from './use-authenticate.ts';

/** Signs in with a passkey that the user picks in the browser's dialog. `ended`: the user whose session has ended. */
export function PasskeySignIn({ ended }: { ended: User | null }) {
  const { t } = useTranslation();
  const id = useId();
  const afterSignIn = useAfterSignIn(ended);
  const begin = trpc.passkeys.challenge.useMutation();
  const signIn = trpc.passkeys.signIn.useMutation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function enter() {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const optionsJSON = await begin.mutateAsync();
      const response = await startAuthentication({ optionsJSON }).catch(() => null);
      if (response) return afterSignIn((await signIn.mutateAsync({ response })).user);
      setProblem(t('auth.passkey.canceled'));
    } catch (error) {
      const code = errorCodeOf(error);
      setProblem(t(code ? `errors.${code}` : 'auth.failed'));
    }
    setBusy(false);
  }

  return (
    <div className={classes.form}>
      {problem && <FormAlert id={id} text={problem} />}
      <Button look="quiet" disabled={busy} className={classes.submit} onClick={() => void enter()}>
        {t(busy ? 'auth.passkey.pending' : 'auth.passkey.submit')}
      </Button>
    </div>
  );
}
