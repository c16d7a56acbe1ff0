import { useTranslation } from 'react-i18next';
import { SectionCard } from '#client/ui/section-card.tsx';
import { trpc } from '#client/api/trpc.ts';
import classes from './account.module.css';

/** Whether the user gets mails about videos. */
export function MailSection() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const { data } = trpc.account.mail.useQuery();
  const { mutate, isPending, variables } = trpc.account.setMail.useMutation({
    meta: { failure: { title: 'account.mails.failed' } },
    onSettled: () => utils.account.mail.invalidate(),
  });
  const enabled = isPending ? variables.wanted : data?.wanted;
  return (
    <SectionCard title={t('account.mails.title')} lead={t('account.mails.lead')}>
      {enabled !== undefined && (
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={enabled}
            onChange={({ target }) => mutate({ wanted: target.checked })}
          />
          {t('account.mails.video')}
        </label>
      )}
    </SectionCard>
  );
}
