import { startAuthentication } from '@simplewebauthn/browser';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmPasswordSchema } from '#shared/schemas/account.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FormAlert } from '#client/ui/form-alert.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { passkeysSupported } from '#client/entities/user/passkeys.ts';
import { trpc } from '#client/api/trpc.ts';
import { codeOfIssue, refusalOf, useRefusal } from '#client/ui/use-refusal.ts';
import classes from './auth-form.module.css';

/** Confirms who the user is by the password, or by a passkey if they have one. */
export function PasswordDialog({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const refusal = useRefusal((code) => code === 'wrong_credentials' || code.startsWith('password_'));
  const onError = (error: unknown) => refusal.refuse(refusalOf(error));
  const confirm = trpc.account.confirmPassword.useMutation({ onError, onSuccess: () => onAnswer(true) });
  const busy = confirm.isPending || confirm.isSuccess;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (busy) return;
    refusal.accept();
    const { data, error } = confirmPasswordSchema.safeParse({ password });
    if (data) confirm.mutate(data);
    else refusal.refuse(codeOfIssue(error));
  }

  return (
    <Dialog opened title={t('auth.confirm.title')} onClose={() => onAnswer(false)}>
      <p>{t('auth.confirm.text')}</p>
      <form className={classes.form} onSubmit={submit} noValidate>
        {refusal.code && (
          <FormAlert
            id={refusal.id}
            text={t(refusal.code === 'wrong_credentials' ? 'auth.confirm.wrong' : `errors.${refusal.code}`)}
          />
        )}
        <PasswordField
          is="current"
          {...refusal.input}
          data-autofocus
          label={t('auth.confirm.password')}
          name="confirm-password"
          readOnly={busy}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" aria-disabled={busy} className={classes.submit}>
          {t(busy ? 'auth.confirm.pending' : 'auth.confirm.submit')}
        </Button>
      </form>
      <ByPasskey onConfirmed={() => onAnswer(true)} onError={onError} />
    </Dialog>
  );
}

/** A button to confirm with a passkey; nothing without one. */
function ByPasskey({ onConfirmed, onError }: { onConfirmed: () => void; onError: (error: unknown) => void }) {
  const { t } = useTranslation();
  const { data: passkeys } = trpc.passkeys.list.useQuery(undefined, { enabled: passkeysSupported() });
  const begin = trpc.passkeys.beginConfirm.useMutation();
  const confirm = trpc.passkeys.confirm.useMutation();
  const [busy, setBusy] = useState(false);
  if (!passkeys || passkeys.length === 0) return null;

  async function ask() {
    if (busy) return;
    setBusy(true);
    try {
      const optionsJSON = await begin.mutateAsync();
      // Null if the user closes the browser's dialog: the password remains.
      const response = await startAuthentication({ optionsJSON }).catch(() => null);
      if (response) {
        await confirm.mutateAsync({ response });
        return onConfirmed();
      }
    } catch (error) {
      onError(error);
    }
    setBusy(false);
  }

  return (
    <Button look="quiet" aria-disabled={busy} className={classes.submit} onClick={() => void ask()}>
      {t('auth.confirm.passkey')}
    </Button>
  );
}
