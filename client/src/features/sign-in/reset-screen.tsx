import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newPasswordSchema } from '#shared/schemas/auth.ts';
import { Button } from '#client/ui/button.tsx';
import { FormAlert } from '#client/ui/form-alert.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { trpc } from '#client/api/trpc.ts';
import { codeOfIssue, refusalOf, useRefusal } from '#client/ui/use-refusal.ts';
import form from './auth-form.module.css';
import classes from './auth-screen.module.css';

interface ResetScreenProps {
  token: string;
  onReset: () => void;
}

/** Sets a new password, given the token of a mail, which signs the user in; then calls `onReset`. */
export function ResetScreen({ token, onReset }: ResetScreenProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const refusal = useRefusal();
  const { mutate, isPending, isSuccess } = trpc.recovery.reset.useMutation({
    onError: (error) => refusal.refuse(refusalOf(error)),
    onSuccess: onReset,
  });
  const busy = isPending || isSuccess;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (busy) return;
    refusal.accept();
    const { error } = newPasswordSchema.safeParse(password);
    if (error) refusal.refuse(codeOfIssue(error));
    else mutate({ token, password });
  }

  return (
    <div className={classes.column}>
      <section className={classes.card}>
        <h1 tabIndex={-1} className={classes.title}>
          {t('reset.title')}
        </h1>
        <p className={classes.intro}>{t('reset.intro')}</p>
        <form className={form.form} onSubmit={submit} noValidate>
          {refusal.code && <FormAlert id={refusal.id} text={t(`errors.${refusal.code}`)} />}
          <PasswordField
            is="new"
            {...refusal.input}
            label={t('reset.password')}
            name="new-password"
            readOnly={busy}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" disabled={busy} className={form.submit}>
            {t(busy ? 'reset.pending' : 'reset.submit')}
          </Button>
        </form>
      </section>
    </div>
  );
}
