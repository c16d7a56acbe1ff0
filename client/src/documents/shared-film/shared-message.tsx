import { useTranslation } from 'react-i18next';
import { sharedSlots } from '#shared/shared-page.ts';
import classes from './shared-message.module.css';

const { sender, dedication } = sharedSlots;

/** The message of the person who shares the film, and their name; omits whatever they left out. */
export function SharedMessage() {
  const { t } = useTranslation();
  return (
    <>
      <blockquote className={classes.dedication} data-given={dedication}>
        {dedication}
      </blockquote>
      <p className={classes.sender} data-given={sender}>
        {t('shared.from', { name: sender })}
      </p>
    </>
  );
}
