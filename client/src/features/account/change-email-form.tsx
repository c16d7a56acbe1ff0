import { TextInput } from '@mantine/core';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ErrorCode, isErrorCode } from '../../../../shared/errors.ts';
import { changeEmailSchema } from '../../../../shared/schemas/account.ts';
import { Button } from '../../components/button.tsx';
import { FormAlert } from '../../components/form-alert.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { errorCodeOf } from '../../lib/error-code.ts';
import { moveFocus } from '../../lib/focus.ts';
import { showToast } from '../../lib/toast.tsx';
import { trpc } from '../../lib/trpc.ts';
import classes from './account.module.css';

type Field = 'email' | 'password';
const empty = { email: '', password: '' };

/** Another address for whoever knows the password: a link that goes there makes the change. */
export function ChangeEmailForm() {
  const { t } = useTranslation();
  const errorId = useId();
  const inputs = { email: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null) };
  const [form, setForm] = useState(empty);
  const [refusal, setRefusal] = useState<{ code: ErrorCode; field: Field } | null>(null);
  const { mutate, isPending } = trpc.account.changeEmail.useMutation({
    onSuccess(_done, { email }) {
      setForm(empty);
      const message = t('account.email.change.askedText', { email });
      showToast({ title: t('account.email.change.asked'), message });
    },
    onError(error) {
      const code = errorCodeOf(error) ?? 'internal_error';
      refuse(code, code === 'wrong_credentials' ? 'password' : 'email');
    },
  });

  function refuse(code: ErrorCode, field: Field) {
    setRefusal({ code, field });
    moveFocus(inputs[field]);
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isPending) return;
    setRefusal(null);
    const asked = changeEmailSchema.safeParse(form);
    if (asked.success) return mutate(asked.data);
    const issue = asked.error.issues[0];
    const code = isErrorCode(issue?.message) ? issue.message : 'invalid_request';
    refuse(code, issue?.path[0] === 'password' ? 'password' : 'email');
  }

  const field = (name: Field) => ({
    ref: inputs[name],
    name: `change-${name}`,
    readOnly: isPending,
    value: form[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setForm({ ...form, [name]: currentTarget.value }),
    'aria-invalid': refusal?.field === name ? true : undefined,
    'aria-describedby': refusal?.field === name ? errorId : undefined,
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {refusal && (
        <FormAlert
          id={errorId}
          text={t(refusal.code === 'wrong_credentials' ? 'account.password.wrong' : `errors.${refusal.code}`)}
        />
      )}
      <TextInput
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        label={t('account.email.change.new')}
        {...field('email')}
      />
      <PasswordField is="current" label={t('account.email.change.password')} {...field('password')} />
      <Button type="submit" look="quiet" disabled={isPending} className={classes.submit}>
        {t(isPending ? 'account.email.change.pending' : 'account.email.change.submit')}
      </Button>
    </form>
  );
}
