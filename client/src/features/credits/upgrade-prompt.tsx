import { useTranslation } from 'react-i18next';
import { Button } from '#client/components/button.tsx';
import { appLimits } from '#shared/app-limits.ts';
import classes from './upgrade-prompt.module.css';
import { useKnownBalance } from './use-known-balance.ts';

/**
 * Warns in advance that there are too few credits for another video. Renders nothing otherwise, or if that is unknown.
 */
export function UpgradePrompt({ onSeePackages }: { onSeePackages: () => void }) {
  const { t } = useTranslation();
  const credits = useKnownBalance();
  if (credits === undefined || credits >= appLimits.generation.creditCost) return null;
  return (
    <div className={classes.prompt}>
      <p className={classes.words} role="status">
        <strong>{t('upgrade.title')}</strong>
        <span>{t('upgrade.text')}</span>
      </p>
      <Button look="quiet" small className={classes.button} onClick={onSeePackages}>
        {t('upgrade.packages')}
      </Button>
    </div>
  );
}
