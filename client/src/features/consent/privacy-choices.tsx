import { useTranslation } from 'react-i18next';
import button from '#client/ui/plain/button.module.css';
import { askAgain } from './consent.ts';
import classes from './privacy-choices.module.css';

/** A footer link to change the answer. Renders nothing if there was no question. */
export function PrivacyChoices({ pixelId }: { pixelId: string | null | undefined }) {
  const { t } = useTranslation();
  if (!pixelId) return null;
  return (
    <button type="button" className={`${button.plain} ${classes.link}`} onClick={askAgain}>
      {t('consent.choices')}
    </button>
  );
}
