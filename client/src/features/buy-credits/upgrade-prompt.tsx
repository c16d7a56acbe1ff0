import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { Dismissible } from '#client/ui/dismissible.tsx';
import { storedText } from '#client/lib/storage.ts';
import { appLimits } from '#shared/app-limits.ts';
import { useKnownBalance } from './use-known-balance.ts';

const closed = storedText('session', 'memori.upgradeClosed');

/**
 * Warns in advance that there are too few credits for another video. Renders nothing otherwise, or if that is unknown.
 */
export function UpgradePrompt({ onSeePackages }: { onSeePackages: () => void }) {
  const { t } = useTranslation();
  const credits = useKnownBalance();
  if (credits === undefined || credits >= appLimits.generation.creditCost) return null;
  return (
    <Dismissible closed={closed}>
      <p role="status">
        <strong>{t('upgrade.title')}</strong>
        <span>{t('upgrade.text')}</span>
      </p>
      <Button look="quiet" small onClick={onSeePackages}>
        {t('upgrade.packages')}
      </Button>
    </Dismissible>
  );
}
