import { useTranslation } from 'react-i18next';
import type { WaitingPhoto } from '#shared/schemas/box.ts';
import { Button } from '#client/ui/button.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { formatMoment } from '#client/lib/format.ts';
import classes from './boxes.module.css';
import { StoryAnswer } from './story-answer.tsx';

interface WaitingCardProps {
  photo: WaitingPhoto;
  busy: boolean;
  /** Whether the story that was told with it is kept. */
  onApprove: (withStory: boolean) => void;
  onRefuse: () => void;
}

/** One photo awaiting an answer: its sender, their message and story, and buttons for the answers. */
export function WaitingCard({ photo, busy, onApprove, onRefuse }: WaitingCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { id, sender: name, note, boxName: box, createdAt, photoUrl, story } = photo;
  const refuse = (
    <Button look="quiet" small aria-label={t('boxes.refuseNamed', { name })} onClick={onRefuse}>
      {t('boxes.refuse')}
    </Button>
  );
  return (
    <li className={classes.card} data-card={id}>
      <img src={photoUrl} alt={t('boxes.photo', { name })} loading="lazy" className={classes.photo} />
      <h3 tabIndex={-1} className={classes.sender}>
        {t('boxes.from', { name })}
      </h3>
      {note && <p className={classes.note}>{note}</p>}
      <p className={classes.about}>{t('boxes.inBox', { box, date: formatMoment(createdAt, language) })}</p>
      {story ? (
        <StoryAnswer story={story} sender={name} busy={busy} onApprove={onApprove}>
          {refuse}
        </StoryAnswer>
      ) : (
        <div className={classes.actions}>
          <Button
            small
            aria-disabled={busy}
            aria-label={t('boxes.approveNamed', { name })}
            onClick={() => !busy && onApprove(false)}
          >
            {t('boxes.approve')}
          </Button>
          {refuse}
        </div>
      )}
      <p className={classes.about}>{t('boxes.approveCost')}</p>
    </li>
  );
}
