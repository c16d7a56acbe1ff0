import { Alert, Button, PasswordInput, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../../../shared/errors.ts';
import { limits } from '../../../../shared/limits.ts';
import { errorCodeOf } from '../../lib/error-code.ts';
import classes from './auth-form.module.css';
import { type AuthMode, useAuthenticate } from './use-authenticate.ts';
import { type AuthField, fieldOfError, validateCredentials } from './validate.ts';

interface Refusal {
  /** Null where the failure has no name of its own. */
  code: ErrorCode | null;
  field: AuthField | null;
}

/** Email and password. What is wrong stands above them, is announced, and its field takes the focus. */
export function AuthForm({ mode }: { mode: AuthMode }) {
  const { t } = useTranslation();
  const errorId = useId();
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [form, setForm] = useState({ email: '', password: '' });
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [visible, setVisible] = useState(false);
  const { authenticate, pending } = useAuthenticate(mode);

  function refuse(code: ErrorCode | null, field: AuthField | null) {
    setRefusal({ code, field });
    if (field) (field === 'email' ? email : password).current?.focus();
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (pending) return;
    setRefusal(null);
    const validation = validateCredentials(mode, form);
    if (!validation.ok) return refuse(validation.code, validation.field);
    try {
      await authenticate(validation.credentials);
    } catch (error) {
      const code = errorCodeOf(error);
      refuse(code, fieldOfError(code));
    }
  }

  const describe = (field: AuthField) => ({
    'aria-invalid': refusal?.field === field ? true : undefined,
    'aria-describedby': refusal?.field === field ? errorId : undefined,
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {refusal && (
        <Alert id={errorId} className={classes.alert} icon={<IconAlertCircle aria-hidden />} radius="md">
          {refusal.code ? t(`errors.${refusal.code}`) : t('auth.failed')}
        </Alert>
      )}
      <TextInput
        ref={email}
        label={t('auth.email')}
        type="email"
        name="email"
        inputMode="email"
        autoComplete={mode === 'signUp' ? 'email' : 'username'}
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
        readOnly={pending}
        value={form.email}
        onChange={(event) => setForm({ ...form, email: event.currentTarget.value })}
        {...describe('email')}
      />
      <PasswordInput
        ref={password}
        label={t('auth.password')}
        description={
          mode === 'signUp' ? t('auth.passwordHint', { min: limits.account.minPasswordLength }) : undefined
        }
        name="password"
        autoComplete={mode === 'signUp' ? 'new-password' : 'current-password'}
        required
        withAsterisk={false}
        readOnly={pending}
        visible={visible}
        onVisibilityChange={setVisible}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{
          'aria-label': t(visible ? 'auth.hidePassword' : 'auth.showPassword'),
        }}
        value={form.password}
        onChange={(event) => setForm({ ...form, password: event.currentTarget.value })}
        {...describe('password')}
      />
      <Button type="submit" fullWidth disabled={pending} className={classes.submit}>
        {t(pending ? `auth.${mode}.pending` : `auth.${mode}.submit`)}
      </Button>
    </form>
  );
}
