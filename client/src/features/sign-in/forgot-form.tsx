import { TextField } from '#client/ui/text-field.tsx';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgotSchema } from '#shared/schemas/auth.ts';
import { Button } from '#client/ui/button.tsx';
import { FormAlert } from '#client/ui/form-alert.tsx';
import { trpc } from '#client/api/trpc.ts';
import { codeOfIssue, refusalOf, useRefusal } from '#client/ui/use-refusal.ts';
import classes from './auth-form.module.css';

/** Requests a password reset mail. The response is the same whether or not there is an account. */
export function ForgotForm() {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const refusal = useRefusal();
  const { mutate, isPending, isSuccess } = trpc.recovery.forgot.useMutation({
    onError: (error) => refusal.refuse(refusalOf(error)),
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isPending) return;
    refusal.accept();
    const input = forgotSchema.safeParse({ email });
    if (input.success) return mutate(input.data);
    refusal.refuse(codeOfIssue(input.error));
  }

  if (isSuccess)
    return (
      <p className={classes.form} role="status">
        {t('auth.forgot.sent')}
      </p>
    );
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {refusal.code && <FormAlert id={refusal.id} text={t(`errors.${refusal.code}`)} />}
      <TextField
        {...refusal.input}
        label={t('auth.email')}
        type="email"
        name="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        readOnly={isPending}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button type="submit" disabled={isPending} className={classes.submit}>
        {t(isPending ? 'auth.forgot.pending' : 'auth.forgot.submit')}
      </Button>
    </form>
  );
}
