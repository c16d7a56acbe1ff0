import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { moveFocus } from '#client/lib/focus.ts';
import { formatMoment } from '#client/lib/format.ts';
import { showToast } from '#client/ui/toast.tsx';
import { trpc } from '#client/api/trpc.ts';
import classes from './deletion-notice.module.css';

/** Shown above every page of an account that is scheduled for deletion: the date, and how to keep the account. */
export function DeletionNotice({ deletesAt }: { deletesAt: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { me } = trpc.useUtils().auth;
  const { mutate, isPending } = trpc.account.keep.useMutation({
    meta: { failure: { title: 'auth.deleting.failed' } },
    async onSuccess() {
      await me.invalidate();
      showToast({ title: t('auth.deleting.kept') });
      // The notice is gone, with its button.
      moveFocus(document.getElementById('main'), { stay: true });
    },
  });
  return (
    <aside className={classes.notice} aria-label={t('auth.deleting.label')}>
      <p>{t('auth.deleting.text', { date: formatMoment(deletesAt, language) })}</p>
      <Button look="quiet" small aria-disabled={isPending} onClick={() => !isPending && mutate()}>
        {t('auth.deleting.keep')}
      </Button>
    </aside>
  );
}
