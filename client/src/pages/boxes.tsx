import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Boxes } from '#client/features/manage-boxes/boxes.tsx';
import { WaitingPhotos } from '#client/features/manage-boxes/waiting-photos.tsx';
import { CreditBadge } from '#client/features/buy-credits/credit-badge.tsx';
import { OutOfCreditsDialog } from '#client/features/buy-credits/out-of-credits-dialog.tsx';
import { SubPage } from './sub-page.tsx';

/** Shows the photos that relatives have sent, and opens boxes for them. */
export function BoxesPage() {
  const { t } = useTranslation();
  const [outOfCredits, dialog] = useDisclosure(false);
  return (
    <>
      <SubPage
        title={t('titles.boxes')}
        heading={t('boxes.heading')}
        lead={t('boxes.lead')}
        aside={<CreditBadge />}
      >
        <WaitingPhotos onPaymentNeeded={dialog.open} />
        <Boxes />
      </SubPage>
      <OutOfCreditsDialog opened={outOfCredits} onClose={dialog.close} />
    </>
  );
}
