import { useDisclosure } from '@mantine/hooks';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href } from '#shared/pages.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { SectionCard } from '#client/ui/section-card.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { forgetPerson } from '#client/entities/user/forget-person.ts';
import { justDeleted } from '#client/lib/session-flags.ts';
import { trpc } from '#client/api/trpc.ts';
import { refusalOf, useRefusal } from '#client/ui/use-refusal.ts';
import classes from './account.module.css';
import { PasswordAlert } from './password-alert.tsx';

/**
 * Deletes the account after asking for the password and a confirmation. Leads to the landing page, signed out, which
 * confirms it.
 */
export function DeleteSection() {
  const { t } = useTranslation();
  const language = useLanguage();
  const [password, setPassword] = useState('');
  const refusal = useRefusal();
  const [asking, dialog] = useDisclosure(false);
  const { mutate, isPending, isSuccess } = trpc.account.requestDeletion.useMutation({
    async onSuccess() {
      await forgetPerson();
      justDeleted.write('yes');
      window.location.assign(href(language, 'landing'));
    },
    onError: (error) => refusal.refuse(refusalOf(error)),
  });
  const busy = isPending || isSuccess;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (busy) return;
    refusal.accept();
    if (password === '') refusal.refuse('password_required');
    else dialog.open();
  }

  return (
    <SectionCard title={t('account.deletion.title')} lead={t('account.deletion.lead')}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <PasswordAlert id={refusal.id} code={refusal.code} />
        <PasswordField
          is="current"
          {...refusal.input}
          label={t('account.deletion.password')}
          name="deletion-password"
          readOnly={busy}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" look="quiet" disabled={busy} className={`${classes.submit} ${classes.danger}`}>
          {t(busy ? 'account.deletion.pending' : 'account.deletion.submit')}
        </Button>
      </form>
      <ConfirmDialog
        opened={asking}
        title={t('account.deletion.confirm')}
        text={t('account.deletion.confirmText')}
        action={t('account.deletion.submit')}
        onCancel={dialog.close}
        onConfirm={() => {
          dialog.close();
          mutate({ password });
        }}
      />
    </SectionCard>
  );
}
