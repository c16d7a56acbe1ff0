import { randomId } from '#shared/random-id.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ChosenPhotos,
  deleteChosen,
  storeChosen,
  onSentElsewhere,
  readStoredChoice,
  renewInterval,
  settleChosen,
} from '#client/lib/chosen-photos.ts';
import { takeSharedPhoto } from '#client/lib/installed.ts';
import type { Photo } from '#client/lib/photo/read-photo.ts';
import { showToast } from '#client/lib/toast.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { useOnce } from '#client/lib/use-once.ts';
import { deleteJournal } from './queue/journal.ts';
import type { usePhoto } from './use-photo.ts';

/** Whether a stored file is this one: another photo may have its name. */
const isSame = (stored: File | undefined, file: File) =>
  stored?.name === file.name && stored.size === file.size && stored.lastModified === file.lastModified;

interface UnsentPhotoOptions {
  choice: ReturnType<typeof usePhoto>;
  /** Whether the photo is still to be sent. */
  unsent: boolean;
  /** Whether the page can start a video now. */
  ready: boolean;
  /** Whether a photo tried on the landing page can be sent without a press of the button. */
  sendsTried: boolean;
  /** Called with a photo from the landing page that is to be animated, once its options are known. */
  onTried: (photo: Photo) => void;
  /** Called with several stored photos. */
  onSeveral: (chosen: ChosenPhotos) => void;
}

/**
 * Stores the chosen photo on this device until it is sent: across pages, payments, reloads and tabs. When the page
 * opens, picks up a stored photo or one shared by another app. Photos sent in one tab are removed in the others. Call
 * `settle` when the photo was sent; `idOf` is the id of the choice, which stays the same until then.
 */
export function useUnsentPhoto({
  choice,
  unsent,
  ready,
  sendsTried,
  onTried,
  onSeveral,
}: UnsentPhotoOptions): { idOf: () => string; settle: () => void } {
  const { t } = useTranslation();
  const owner = trpc.auth.me.useQuery().data?.user?.id ?? '';
  const { photo, options, restored } = choice;
  const chosen = useRef<ChosenPhotos | null>(null);
  const tried = useRef<File | null>(null);

  async function loadStored() {
    const shared = await takeSharedPhoto();
    if (shared) return void (await choice.choose(shared));
    const waiting = await readStoredChoice(owner);
    if (!waiting || photo) return;
    if ('tried' in waiting) {
      tried.current = waiting.tried;
      await choice.choose(waiting.tried);
      return;
    }
    const [file, another] = waiting.chosen.files;
    if (another) return onSeveral(waiting.chosen);
    chosen.current = waiting.chosen;
    if (file) await choice.choose(file, waiting.chosen.wishes ?? { border: 'crop', restore: null });
  }
  useOnce(() => void loadStored());

  const keep = useEffectEvent(() => {
    if (!unsent) return;
    const before = chosen.current;
    if (!photo) {
      // Before anything was picked up, there is nothing to delete.
      if (before && !choice.checking) {
        chosen.current = null;
        void deleteChosen(before.id);
      }
      return;
    }
    const id = before && isSame(before.files[0], photo.original) ? before.id : randomId();
    chosen.current = { id, owner, files: [photo.original], wishes: options };
    void storeChosen(chosen.current);
  });
  useEffect(() => {
    keep();
    const timer = setInterval(keep, renewInterval);
    return () => clearInterval(timer);
  }, [photo, options.turn, options.rest?.points, options.border, options.restore, unsent]);

  const onSentInOtherTab = useEffectEvent((id: string) => {
    if (chosen.current?.id !== id || !ready) return;
    chosen.current = null;
    choice.clear();
    showToast({ title: t('upload.sentElsewhere'), message: t('upload.sentElsewhereText') });
  });
  useEffect(() => onSentElsewhere((id) => onSentInOtherTab(id)), []);

  const sendTried = useEffectEvent(() => {
    if (!photo || photo.original !== tried.current || restored === undefined || !ready || !sendsTried) return;
    tried.current = null;
    onTried(photo);
  });
  useEffect(() => sendTried(), [photo, restored, ready, sendsTried]);

  return {
    // Without one, the choice has not been stored yet.
    idOf: () => chosen.current?.id ?? randomId(),
    settle() {
      tried.current = null;
      if (chosen.current) {
        deleteJournal(chosen.current.id);
        void settleChosen(chosen.current.id);
      }
      chosen.current = null;
    },
  };
}
