import { IconDeviceTv, IconMailbox } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { href } from '#shared/pages.ts';
import { isCompleted } from '#shared/status.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { trpc } from '#client/api/trpc.ts';
import button from '#client/ui/plain/button.module.css';
import classes from './family-links.module.css';

/** Links to frames and family boxes, for users who have made a video or were sent a photo. */
export function FamilyLinks() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = trpc.video.tasks.useQuery();
  const { data: waiting } = trpc.box.waiting.useQuery();
  const made = data?.tasks.some(({ status }) => isCompleted(status)) ?? false;
  const count = waiting?.length ?? 0;
  if (!made && count === 0) return null;
  return (
    <nav className={classes.ways} aria-label={t('create.ways')}>
      {made && (
        <Link to={href(language, 'frames')} className={button.plain}>
          <IconDeviceTv size={20} stroke={1.75} aria-hidden className={classes.icon} />
          {t('create.frames')}
        </Link>
      )}
      <Link to={href(language, 'boxes')} className={button.plain}>
        <IconMailbox size={20} stroke={1.75} aria-hidden className={classes.icon} />
        <span>{count > 0 ? t('create.boxesWaiting', { count }) : t('create.boxes')}</span>
      </Link>
    </nav>
  );
}
