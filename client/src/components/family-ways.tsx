import { IconDeviceTv } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { href } from '../../../shared/pages.ts';
import { isCompleted } from '../../../shared/status.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { trpc } from '../lib/trpc.ts';
import button from './button.module.css';
import classes from './family-ways.module.css';

/** The way to the frames, for whoever has a video to show. */
export function FamilyWays() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = trpc.video.tasks.useQuery();
  if (!data?.tasks.some(({ status }) => isCompleted(status))) return null;
  return (
    <nav className={classes.ways} aria-label={t('create.ways')}>
      <Link to={href(language, 'frames')} className={button.plain}>
        <IconDeviceTv size={20} stroke={1.75} aria-hidden className={classes.icon} />
        {t('create.frames')}
      </Link>
    </nav>
  );
}
