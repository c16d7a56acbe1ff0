import { useTranslation } from 'react-i18next';
import { pages } from '#shared/pages.ts';
import { trpc } from '#client/api/trpc.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { formatTime } from '#client/lib/format.ts';
import { Button } from '#client/ui/button.tsx';
import classes from './television.module.css';

/** Where a television opens a frame, and a code for it, which is made when it is asked for. */
export function Television({ frameId }: { frameId: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, mutate, isPending } = trpc.frame.code.useMutation({
    meta: { failure: { title: 'frames.tvFailed' } },
  });
  return (
    <div className={classes.television}>
      <p>{t('frames.tvText')}</p>
      <dl className={classes.facts}>
        <dt>{t('frames.tvAddress')}</dt>
        <dd className={classes.address}>{`${window.location.host}/${pages.tv.path}`}</dd>
        {data && (
          <>
            <dt>{t('frames.tvCode')}</dt>
            <dd className={classes.code}>{data.code}</dd>
          </>
        )}
      </dl>
      <p className={classes.soft} role="status">
        {data && <span>{t('frames.tvUntil', { time: formatTime(data.expiresAt, language) })}</span>}
      </p>
      <Button look="quiet" aria-disabled={isPending} onClick={() => !isPending && mutate({ id: frameId })}>
        {t(data ? 'frames.tvAgain' : 'frames.tvGet')}
      </Button>
      <p className={classes.soft}>{t('frames.tvEnds')}</p>
    </div>
  );
}
