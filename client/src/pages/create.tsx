import { useDisclosure } from '@mantine/hooks';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { BackLink } from '#client/ui/back-link.tsx';
import { Boundary } from '#client/ui/boundary.tsx';
import { BrokenDialog } from '#client/entities/outbox/broken.tsx';
import { Page } from '#client/ui/page.tsx';
import { PageColumn } from '#client/ui/page-column.tsx';
import { ConfirmAddress } from '#client/entities/user/confirm-address.tsx';
import { AppHeader } from '#client/ui/app-header.tsx';
import { Albums } from '#client/features/browse-albums/albums.tsx';
import { useAlbumDialog } from '#client/features/compose-album/use-album-dialog.ts';
import { FamilyLinks } from '#client/features/family-links/family-links.tsx';
import { AppAccount } from '#client/features/sign-in/app-account.tsx';
import { useUser } from '#client/features/sign-in/signed-in.tsx';
import { usePaymentReturn } from '#client/features/buy-credits/checkout/use-payment-return.ts';
import { CreditBadge } from '#client/features/buy-credits/credit-badge.tsx';
import { OutOfCreditsDialog } from '#client/features/buy-credits/out-of-credits-dialog.tsx';
import { PaidElsewhere } from '#client/features/buy-credits/paid-elsewhere.tsx';
import { UpgradePrompt } from '#client/features/buy-credits/upgrade-prompt.tsx';
import { Gallery } from '#client/features/browse-gallery/gallery.tsx';
import { useSelection } from '#client/features/browse-gallery/use-selection.ts';
import { GenerationPanel } from '#client/features/create-video/generation-panel.tsx';
import { emitAppEvent } from '#client/entities/user/app-events.ts';
import { usePaidElsewhere } from '#client/lib/navigation-state.ts';
import { useHasAlbums } from '#client/entities/album/albums.ts';
import { lazyPart } from '#client/lib/lazy-part.ts';
import { useLast } from '#client/lib/use-last.ts';
import { useOnce } from '#client/lib/use-once.ts';
import classes from './create.module.css';

// Its drag-and-drop library is half as large as the rest of this page.
const AlbumDialog = lazyPart(() => import('#client/features/compose-album/album-dialog.tsx'), 'AlbumDialog');

/** Whether the album dialog is opened, or may soon be: loaded from then on, it opens at once. */
function useAlbumDialogNeeded(opened: boolean, isChoosing: boolean): boolean {
  const hasAlbums = useHasAlbums();
  return useLast(opened || isChoosing || hasAlbums || null) !== null;
}

/** Where photos are made into videos, and where the videos are listed. */
export function CreatePage() {
  const { t } = useTranslation();
  const { id, email } = useUser();
  const [outOfCredits, dialog] = useDisclosure(false);
  const selection = useSelection();
  const albumDialog = useAlbumDialog(id);
  const albumDialogNeeded = useAlbumDialogNeeded(albumDialog.opened, selection.ids.length > 0);
  const paidElsewhere = usePaidElsewhere();
  const hasPaid = usePaymentReturn();
  useOnce(() => emitAppEvent({ type: 'create-viewed' }));
  return (
    <>
      <AppHeader lead={<BackLink to="/" label={t('header.back')} leave />} aside={<CreditBadge />}>
        <AppAccount email={email} />
      </AppHeader>
      <Page title={t('titles.create')}>
        <PageColumn heading={t('create.heading')} lead={t('create.lead')} workFirst>
          <div className={classes.panel}>
            {hasPaid && <ConfirmAddress text={t('payment.confirm')} />}
            <GenerationPanel
              onPaymentNeeded={dialog.open}
              notice={paidElsewhere && <PaidElsewhere />}
              upgrade={<UpgradePrompt onSeePackages={dialog.open} />}
            />
          </div>
          <Albums onOpen={albumDialog.show} />
          <FamilyLinks />
          <Gallery selection={selection} onCreateAlbum={albumDialog.compose} />
        </PageColumn>
      </Page>
      <Boundary fallback={<BrokenDialog opened={albumDialog.opened} onClose={albumDialog.close} />}>
        <Suspense>
          {albumDialogNeeded && <AlbumDialog dialog={albumDialog} onCreated={selection.clear} />}
        </Suspense>
      </Boundary>
      <OutOfCreditsDialog opened={outOfCredits} onClose={dialog.close} />
    </>
  );
}
