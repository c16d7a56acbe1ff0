import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { VideoTask } from '#shared/schemas/video.ts';
import { type AlbumDraft, emptyDraft } from './form/draft.ts';
import { rearrange } from './form/order.ts';

/** The album dialog's state, owned by the page, which opens it from both the gallery and the albums. */
export interface AlbumDialogState {
  opened: boolean;
  /** The album being viewed; null while one is being composed. */
  mergeId: string | null;
  /** Survives closing the dialog; reset once it has become an album, or was discarded. */
  draft: AlbumDraft;
  change: (changes: Partial<AlbumDraft>) => void;
  /** Opens the draft with these videos. */
  compose: (videos: VideoTask[]) => void;
  /** Opens an album. */
  show: (mergeId: string) => void;
  close: () => void;
  discard: () => void;
  /** Call when the draft has become this album. */
  created: (mergeId: string) => void;
}

export function useAlbumDialog(): AlbumDialogState {
  const [opened, dialog] = useDisclosure(false);
  const [mergeId, setMergeId] = useState<string | null>(null);
  const [draft, setDraft] = useState(emptyDraft);

  return {
    opened,
    mergeId,
    draft,
    change: (changes) => setDraft((before) => ({ ...before, ...changes })),
    compose(videos) {
      setDraft((before) => ({ ...before, videos: rearrange(before.videos, videos) }));
      setMergeId(null);
      dialog.open();
    },
    show(id) {
      setMergeId(id);
      dialog.open();
    },
    close: dialog.close,
    discard() {
      setDraft(emptyDraft);
      dialog.close();
    },
    created(id) {
      setDraft(emptyDraft);
      setMergeId(id);
    },
  };
}
