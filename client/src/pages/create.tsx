import { useDisclosure } from '@mantine/hooks';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { BackLink } from '../components/back-link.tsx';
import { Boundary } from '../components/boundary.tsx';
import { BrokenDialog } from '../components/broken.tsx';
import { Page } from '../components/page.tsx';
import { PageColumn } from '../components/page-column.tsx';
import { AppHeader } from '../components/app-header.tsx';
import { Albums } from '../features/albums/list/albums.tsx';
import { useAlbumDialog } from '../features/albums/use-album-dialog.ts';
import { FamilyLinks } from '../components/family-links.tsx';
import { AppAccount } from '../features/auth/app-account.tsx';
import { useUser } from '../features/auth/signed-in.tsx';
import { usePaymentReturn } from '../features/checkout/use-payment-return.ts';
import { CreditBadge } from '../features/credits/credit-badge.tsx';
import { OutOfCreditsDialog } from '../features/credits/out-of-credits-dialog.tsx';
import { PaidElsewhere } from '../features/credits/paid-elsewhere.tsx';
import { UpgradePrompt } from '../features/credits/upgrade-prompt.tsx';
import { Gallery } from '../features/gallery/gallery.tsx';
import { useSelection } from '../features/gallery/use-selection.ts';
import { GenerationPanel } from '../features/generation/generation-panel.tsx';
import { emitAppEvent } from '../lib/app-events.ts';
import { usePaidElsewhere } from '../lib/navigation-state.ts';
import { useHasAlbums } from '../lib/albums.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { useLast } from '../lib/use-last.ts';
import { useOnce } from '../lib/use-once.ts';
import classes from './create.module.css';

// Its drag-and-drop library is half as large as the rest of this page.
const AlbumDialog = lazyPart(() => import('../features/albums/album-dialog.tsx'), 'AlbumDialog');

/** Whether the album dialog is opened, or may soon be: loaded from then on, it opens at once. */
function useAlbumDialogNeeded(opened: boolean, isChoosing: boolean): boolean {
  const hasAlbums = useHasAlbums();
  return useLast(opened || isChoosing || hasAlbums || null) !== null;
}

/** Where photos are made into videos, and where the videos are listed. */
export function CreatePage() {
  const { t } = useTranslation();
  const { email } = useUser();
  const [outOfCredits, dialog] = useDisclosure(false);
  const selection = useSelection();
  const albumDialog = useAlbumDialog();
  const albumDialogNeeded = useAlbumDialogNeeded(albumDialog.opened, selection.ids.length > 0);
  const paidElsewhere = usePaidElsewhere();
  usePaymentReturn();
  useOnce(() => emitAppEvent({ type: 'create-viewed' }));
  return (
    <>
      <AppHeader lead={<BackLink to="/" label={t('header.back')} leave />} aside={<CreditBadge />}>
        <AppAccount email={email} />
      </AppHeader>
      <Page title={t('titles.create')}>
        <PageColumn heading={t('create.heading')} lead={t('create.lead')} workFirst>
          <div className={classes.panel}>
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
