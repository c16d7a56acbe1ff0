import { TextField } from '#client/ui/text-field.tsx';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { changeEmailSchema } from '#shared/schemas/account.ts';
import { Button } from '#client/ui/button.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { showToast } from '#client/ui/toast.tsx';
import { trpc } from '#client/api/trpc.ts';
import { codeOfIssue, refusalOf } from '#client/ui/use-refusal.ts';
import classes from './account.module.css';
import { PasswordAlert } from './password-alert.tsx';
import { useFields } from './use-fields.ts';

/** Changes the account's email address, given the password: a link mailed to the new address completes the change. */
export function ChangeEmailForm() {
  const { t } = useTranslation();
  const { mutate, isPending } = trpc.account.changeEmail.useMutation({
    onSuccess(_done, { email }) {
      fields.clear();
      const message = t('account.email.change.askedText', { email });
      showToast({ title: t('account.email.change.asked'), message });
    },
    onError(error) {
      const code = refusalOf(error);
      fields.refuse(code, code === 'wrong_credentials' ? 'password' : 'email');
    },
  });
  const fields = useFields({ email: '', password: '' }, isPending);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isPending) return;
    fields.accept();
    const { data, error } = changeEmailSchema.safeParse(fields.values);
    if (data) return mutate(data);
    fields.refuse(codeOfIssue(error), error.issues[0]?.path[0] === 'password' ? 'password' : 'email');
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <PasswordAlert id={fields.id} code={fields.code} />
      <TextField
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        label={t('account.email.change.new')}
        name="change-email"
        {...fields.input('email')}
      />
      <PasswordField
        is="current"
        label={t('account.email.change.password')}
        name="change-password"
        {...fields.input('password')}
      />
      <Button type="submit" look="quiet" disabled={isPending} className={classes.submit}>
        {t(isPending ? 'account.email.change.pending' : 'account.email.change.submit')}
      </Button>
    </form>
  );
}
