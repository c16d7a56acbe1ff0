import { useTranslation } from 'react-i18next';
import type { Display } from '#shared/schemas/display.ts';
import { Button } from '#client/ui/button.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { formatMoment } from '#client/lib/format.ts';
import classes from './frames.module.css';

interface FrameItemProps {
  frame: Display;
  name: string;
  onTelevision: () => void;
  onEdit: () => void;
  onStop: () => void;
}

/** One frame: what it shows, when it was last seen, and buttons to edit or stop it. */
export function FrameItem({
  frame: { id, films, seenAt },
  name,
  onTelevision,
  onEdit,
  onStop,
}: FrameItemProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <li className={classes.item} data-card={id}>
      <h2 tabIndex={-1} className={classes.name}>
        {name}
      </h2>
      <p className={classes.about}>
        <span>{films ? t('frames.showsThese', { count: films.length }) : t('frames.showsAll')}</span>
        <br />
        <span>
          {seenAt ? t('frames.seen', { date: formatMoment(seenAt, language) }) : t('frames.neverSeen')}
        </span>
      </p>
      <div className={classes.actions}>
        <Button look="quiet" small aria-label={t('frames.onTvNamed', { name })} onClick={onTelevision}>
          {t('frames.onTv')}
        </Button>
        <Button look="quiet" small aria-label={t('frames.changeNamed', { name })} onClick={onEdit}>
          {t('frames.change')}
        </Button>
        <Button look="quiet" small aria-label={t('frames.stopNamed', { name })} onClick={onStop}>
          {t('frames.stop')}
        </Button>
      </div>
    </li>
  );
}
