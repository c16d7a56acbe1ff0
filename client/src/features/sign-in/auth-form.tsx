import { TextField } from '#client/ui/text-field.tsx';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { FormAlert } from '#client/ui/form-alert.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import type { User } from '#shared/schemas/auth.ts';
import { errorCodeOf, wasAnswered } from '#client/api/error-code.ts';
import { moveFocus } from '#client/lib/focus.ts';
import { useOnce } from '#client/lib/use-once.ts';
import { wrongField } from '#client/ui/wrong-field.ts';
import classes from './auth-form.module.css';
import { type AuthMode, useAuthenticate } from './use-authenticate.ts';
import { type AuthField, fieldOfError, validateCredentials } from './validate.ts';

interface Refusal {
  text: string;
  field: AuthField | null;
}

interface AuthFormProps {
  mode: AuthMode;
  /** The user whose session has ended, if any. */
  ended: User | null;
  /** An email address that somebody tried to sign up with and that already has an account. */
  taken: string | null;
  onTaken: (email: string) => void;
}

/**
 * The email and password form. Errors appear above the fields and are announced; the field concerned gets the focus.
 */
export function AuthForm({ mode, ended, taken, onTaken }: AuthFormProps) {
  const { t } = useTranslation();
  const errorId = useId();
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [form, setForm] = useState({ email: taken ?? ended?.email ?? '', password: '' });
  const [refusal, setRefusal] = useState<Refusal | null>(
    taken === null ? null : { text: t('errors.email_taken'), field: null },
  );
  const { authenticate, pending } = useAuthenticate(mode, ended);
  useOnce(() => {
    if (taken !== null) moveFocus(password);
  });

  function refuse(text: string, field: AuthField | null) {
    setRefusal({ text, field });
    if (field) moveFocus(field === 'email' ? email : password);
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (pending) return;
    setRefusal(null);
    const validation = validateCredentials(mode, form);
    if (!validation.ok) return refuse(t(`errors.${validation.code}`), validation.field);
    authenticate(validation.credentials, {
      onError(error) {
        const code = errorCodeOf(error);
        if (code === 'email_taken') return onTaken(validation.credentials.email);
        // The server's own text if it sent one; it may also have responded without one, or not at all.
        const fallback = wasAnswered(error) ? (`auth.${mode}.failed` as const) : 'auth.failed';
        refuse(t(code ? `errors.${code}` : fallback), fieldOfError(code));
      },
    });
  }

  const describe = (field: AuthField) => wrongField(refusal?.field === field, errorId);

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {refusal && <FormAlert id={errorId} text={refusal.text} />}
      <TextField
        ref={email}
        label={t('auth.email')}
        type="email"
        name="email"
        inputMode="email"
        autoComplete={mode === 'signUp' ? 'email' : 'username'}
        autoCapitalize="none"
        spellCheck={false}
        required
        readOnly={pending}
        value={form.email}
        onChange={(event) => setForm({ ...form, email: event.currentTarget.value })}
        {...describe('email')}
      />
      <PasswordField
        is={mode === 'signUp' ? 'new' : 'current'}
        ref={password}
        label={t('auth.password')}
        name="password"
        readOnly={pending}
        value={form.password}
        onChange={(event) => setForm({ ...form, password: event.currentTarget.value })}
        {...describe('password')}
      />
      <Button type="submit" disabled={pending} className={classes.submit}>
        {t(pending ? `auth.${mode}.pending` : `auth.${mode}.submit`)}
      </Button>
    </form>
  );
}
