import { TextInput } from '@mantine/core';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../../../shared/errors.ts';
import { forgotSchema } from '../../../../shared/schemas/auth.ts';
import { Button } from '../../components/button.tsx';
import { FormAlert } from '../../components/form-alert.tsx';
import { wrongField } from '../../components/wrong-field.ts';
import { errorCodeOf } from '../../lib/error-code.ts';
import { moveFocus } from '../../lib/focus.ts';
import { trpc } from '../../lib/trpc.ts';
import classes from './auth-form.module.css';

/** Asks for the mail with which a password is set anew. What it says then is the same whether there is an account. */
export function ForgotForm() {
  const { t } = useTranslation();
  const errorId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const { mutate, isPending, isSuccess } = trpc.recovery.forgot.useMutation({
    onError: (error) => refuse(errorCodeOf(error) ?? 'internal_error'),
  });

  function refuse(code: ErrorCode) {
    setRefusal(t(`errors.${code}`));
    moveFocus(input);
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isPending) return;
    setRefusal(null);
    const asked = forgotSchema.safeParse({ email });
    if (asked.success) return mutate(asked.data);
    refuse('invalid_email');
  }

  if (isSuccess)
    return (
      <p className={classes.form} role="status">
        {t('auth.forgot.sent')}
      </p>
    );
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {refusal && <FormAlert id={errorId} text={refusal} />}
      <TextInput
        ref={input}
        label={t('auth.email')}
        type="email"
        name="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
        readOnly={isPending}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        {...wrongField(refusal !== null, errorId)}
      />
      <Button type="submit" disabled={isPending} className={classes.submit}>
        {t(isPending ? 'auth.forgot.pending' : 'auth.forgot.submit')}
      </Button>
    </form>
  );
}
