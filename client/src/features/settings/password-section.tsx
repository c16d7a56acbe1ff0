import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { changePasswordSchema } from '#shared/schemas/account.ts';
import { Button } from '#client/ui/button.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { SectionCard } from '#client/ui/section-card.tsx';
import { showToast } from '#client/ui/toast.tsx';
import { trpc } from '#client/api/trpc.ts';
import { codeOfIssue, refusalOf } from '#client/ui/use-refusal.ts';
import classes from './account.module.css';
import { PasswordAlert } from './password-alert.tsx';
import { useFields } from './use-fields.ts';

/** Changes the password, given the current one; then calls `onChanged`. */
export function PasswordSection({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const { mutate, isPending } = trpc.account.changePassword.useMutation({
    onSuccess() {
      fields.clear();
      showToast({ title: t('account.password.done'), message: t('account.password.doneText') });
      void utils.account.sessions.invalidate();
      onChanged();
    },
    onError(error) {
      const code = refusalOf(error);
      fields.refuse(code, code.startsWith('password_') ? 'password' : 'current');
    },
  });
  const fields = useFields({ current: '', password: '' }, isPending);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isPending) return;
    fields.accept();
    const { data, error } = changePasswordSchema.safeParse(fields.values);
    if (data) return mutate(data);
    fields.refuse(codeOfIssue(error), error.issues[0]?.path[0] === 'password' ? 'password' : 'current');
  }

  return (
    <SectionCard nested title={t('account.password.title')} lead={t('account.password.lead')}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <PasswordAlert id={fields.id} code={fields.code} />
        <PasswordField
          is="current"
          label={t('account.password.current')}
          name="current"
          {...fields.input('current')}
        />
        <PasswordField
          is="new"
          label={t('account.password.new')}
          name="password"
          {...fields.input('password')}
        />
        <Button type="submit" look="quiet" disabled={isPending} className={classes.submit}>
          {t(isPending ? 'account.password.pending' : 'account.password.submit')}
        </Button>
      </form>
    </SectionCard>
  );
}
