import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { href } from '../../../shared/pages.ts';
import { AppHeader } from '../components/app-header.tsx';
import { BackLink } from '../components/back-link.tsx';
import { Page } from '../components/page.tsx';
import { PageColumn } from '../components/page-column.tsx';
import { AppAccount } from '../features/auth/app-account.tsx';
import { useUser } from '../features/auth/signed-in.tsx';
import { Boxes } from '../features/boxes/boxes.tsx';
import { WaitingPhotos } from '../features/boxes/waiting-photos.tsx';
import { CreditBadge } from '../features/credits/credit-badge.tsx';
import { OutOfCreditsDialog } from '../features/credits/out-of-credits-dialog.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useChanges } from '../lib/use-changes.ts';

/** Where photos arrive that relatives have sent, and boxes are opened for them. */
export function BoxesPage() {
  const { t } = useTranslation();
  const { email } = useUser();
  const language = useLanguage();
  const [outOfCredits, dialog] = useDisclosure(false);
  useChanges();
  return (
    <>
      <AppHeader
        lead={<BackLink to={href(language, 'create')} label={t('packages.back')} />}
        aside={<CreditBadge />}
      >
        <AppAccount email={email} />
      </AppHeader>
      <Page title={t('titles.boxes')}>
        <PageColumn heading={t('boxes.heading')} lead={t('boxes.lead')} compact>
          <WaitingPhotos onPaymentNeeded={dialog.open} />
          <Boxes />
        </PageColumn>
      </Page>
      <OutOfCreditsDialog opened={outOfCredits} onClose={dialog.close} />
    </>
  );
}
