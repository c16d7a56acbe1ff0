import { useTranslation } from 'react-i18next';
import type { SharedKind } from '#shared/shared-page.ts';
import { useLast } from '#client/lib/use-last.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { ShareSettings } from './share-settings.tsx';
import { KeepsakeForm } from './keepsake-form.tsx';

/** A film that can be given away, and its title. */
export interface Gift {
  kind: SharedKind;
  id: string;
  name: string;
}

/** The ways to give a film away; open while there is one. */
export function GiftDialog({ gift, onClose }: { gift: Gift | null; onClose: () => void }) {
  const { t } = useTranslation();
  const shown = useLast(gift);
  return (
    <Dialog opened={gift !== null} title={t('gift.title')} onClose={onClose} size="lg" fullOnPhone>
      {shown && (
        <>
          <ShareSettings film={{ kind: shown.kind, id: shown.id }} />
          <KeepsakeForm
            of={shown.kind === 'album' ? { album: shown.id } : { videos: [shown.id] }}
            name={shown.name}
          />
        </>
      )}
    </Dialog>
  );
}
