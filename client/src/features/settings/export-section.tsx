import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import button from '#client/ui/plain/button.module.css';
import { ConfirmAddress } from '#client/entities/user/confirm-address.tsx';
import { SectionCard } from '#client/ui/section-card.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { moveFocus } from '#client/lib/focus.ts';
import { formatMoment } from '#client/lib/format.ts';
import { putData } from '#client/api/put-data.ts';
import { trpc } from '#client/api/trpc.ts';
import classes from './account.module.css';

/** Exports all of the user's data as one archive. The page is told when it is ready. */
export function ExportSection() {
  const { t } = useTranslation();
  const language = useLanguage();
  const utils = trpc.useUtils();
  const { data: last } = trpc.account.export.useQuery(undefined, { staleTime: 0 });
  const status = useRef<HTMLDivElement>(null);
  const { mutate, isPending } = trpc.account.requestExport.useMutation({
    meta: { failure: { title: 'account.export.failed' } },
    onSuccess(begun) {
      // The button that was pressed disappears.
      moveFocus(status);
      return putData(utils.account.export, undefined, begun);
    },
  });
  const unfinished = isUnfinished(last?.status);
  return (
    <SectionCard title={t('account.export.title')} lead={t('account.export.lead')}>
      <div ref={status} role="status" tabIndex={-1} className={classes.row}>
        {unfinished && <p>{t('account.export.preparing')}</p>}
        {last?.status === 'Fail' && <p>{t('account.export.failed')}</p>}
        {last?.expiresAt && (
          <p>{t('account.export.until', { date: formatMoment(last.expiresAt, language) })}</p>
        )}
      </div>
      {unfinished && <ConfirmAddress text={t('account.export.confirm')} />}
      {last?.downloadUrl && (
        <a href={last.downloadUrl} download className={button.filled}>
          {t('account.export.download')}
        </a>
      )}
      {!unfinished && (
        <Button
          look="quiet"
          small={last?.downloadUrl !== undefined}
          aria-disabled={isPending}
          onClick={() => !isPending && mutate()}
        >
          {t(last ? 'account.export.again' : 'account.export.prepare')}
        </Button>
      )}
    </SectionCard>
  );
}

const isUnfinished = (status: string | undefined) => status === 'Queued' || status === 'Processing';
