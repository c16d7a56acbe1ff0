import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/ui/dialog.tsx';
import { ShareDialog } from '#client/entities/film/share-dialog.tsx';
import { useShareLink } from '#client/entities/film/use-share-link.ts';
import { AlbumForm } from './form/album-form.tsx';
import { AlbumStatus } from './status/album-status.tsx';
import type { AlbumDialogState } from './use-album-dialog.ts';

interface AlbumDialogProps {
  dialog: AlbumDialogState;
  /** Called when the chosen videos have become an album. */
  onCreated: () => void;
}

/** Creates an album, then shows its progress. Closing the dialog stops nothing. */
export function AlbumDialog({ dialog, onCreated }: AlbumDialogProps) {
  const { t } = useTranslation();
  const { opened, mergeId, close } = dialog;
  const [linkToShow, setLinkToShow] = useState<string | null>(null);
  const share = useShareLink('album', setLinkToShow);
  return (
    <>
      <Dialog
        opened={opened}
        title={t(mergeId ? 'albums.one' : 'albumForm.title')}
        // Escape belongs to the dialog on top.
        onClose={() => linkToShow === null && close()}
        size="54rem"
        fullOnPhone
      >
        {mergeId ? (
          <AlbumStatus
            key={mergeId}
            mergeId={mergeId}
            onShare={(id) => void share(id)}
            onReplaced={dialog.show}
            onClose={close}
          />
        ) : (
          <AlbumForm
            dialog={dialog}
            onCreated={(id) => {
              dialog.created(id);
              onCreated();
            }}
          />
        )}
      </Dialog>
      <ShareDialog url={linkToShow} label={t('albums.link')} onClose={() => setLinkToShow(null)} />
    </>
  );
}
