import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { askAgain } from './consent.ts';
import classes from './privacy-choices.module.css';
import { usePixelId } from './use-pixel-id.ts';

/** In the footer: the way to another answer. Nothing where there was no question. */
export function PrivacyChoices() {
  const { t } = useTranslation();
  const pixelId = usePixelId();
  if (!pixelId) return null;
  return (
    <UnstyledButton className={classes.link} onClick={askAgain}>
      {t('consent.choices')}
    </UnstyledButton>
  );
}
