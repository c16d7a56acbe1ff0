import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../../../shared/errors.ts';
import { changePasswordSchema } from '../../../../shared/schemas/account.ts';
import { Button } from '../../components/button.tsx';
import { FormAlert } from '../../components/form-alert.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { wrongField } from '../../lib/wrong-field.ts';
import { moveFocus } from '../../lib/focus.ts';
import { showToast } from '../../lib/toast.tsx';
import { trpc } from '../../lib/trpc.ts';
import { codeOfIssue, refusalOf } from '../../lib/use-refusal.ts';
import classes from './account.module.css';

type Field = 'current' | 'password';
const empty = { current: '', password: '' };

/** A new password for whoever knows the current one. */
export function PasswordSection() {
  const { t } = useTranslation();
  const errorId = useId();
  const inputs = { current: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null) };
  const [form, setForm] = useState(empty);
  const [refusal, setRefusal] = useState<{ code: ErrorCode; field: Field } | null>(null);
  const utils = trpc.useUtils();
  const { mutate, isPending } = trpc.account.changePassword.useMutation({
    onSuccess() {
      setForm(empty);
      showToast({ title: t('account.password.done'), message: t('account.password.doneText') });
      void utils.account.sessions.invalidate();
    },
    onError(error) {
      const code = refusalOf(error);
      refuse(code, code.startsWith('password_') ? 'password' : 'current');
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
    const asked = changePasswordSchema.safeParse(form);
    if (asked.success) return mutate(asked.data);
    refuse(codeOfIssue(asked.error), asked.error.issues[0]?.path[0] === 'password' ? 'password' : 'current');
  }

  const field = (name: Field) => ({
    ref: inputs[name],
    name,
    readOnly: isPending,
    value: form[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setForm({ ...form, [name]: currentTarget.value }),
    ...wrongField(refusal?.field === name, errorId),
  });

  return (
    <SectionCard title={t('account.password.title')} lead={t('account.password.lead')}>
      <form className={classes.form} onSubmit={submit} noValidate>
        {refusal && (
          <FormAlert
            id={errorId}
            text={t(
              refusal.code === 'wrong_credentials' ? 'account.password.wrong' : `errors.${refusal.code}`,
            )}
          />
        )}
        <PasswordField is="current" label={t('account.password.current')} {...field('current')} />
        <PasswordField is="new" label={t('account.password.new')} {...field('password')} />
        <Button type="submit" look="quiet" disabled={isPending} className={classes.submit}>
          {t(isPending ? 'account.password.pending' : 'account.password.submit')}
        </Button>
      </form>
    </SectionCard>
  );
}
