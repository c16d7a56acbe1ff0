import { useDisclosure } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { VideoTask } from '#shared/schemas/video.ts';
import { type AlbumDraft, emptyDraft } from './form/draft.ts';
import { keepDraft, type KeptDraft, keptDraft } from './form/kept-draft.ts';
import { rearrange } from './form/order.ts';

/** The album dialog's state, owned by the page, which opens it from both the gallery and the albums. */
export interface AlbumDialogState {
  opened: boolean;
  /** The album being viewed; null while one is being composed. */
  mergeId: string | null;
  /** Survives closing the dialog and reloading the page; reset once it has become an album, or was discarded. */
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

/** `userId`: whose draft it is. */
export function useAlbumDialog(userId: string): AlbumDialogState {
  const [opened, dialog] = useDisclosure(false);
  const [mergeId, setMergeId] = useState<string | null>(null);
  const [kept, setKept] = useState(() => keptDraft(userId));
  const [draft, setDraft] = useState<AlbumDraft>(kept ? { ...emptyDraft, ...kept.choices } : emptyDraft);
  useEffect(() => keepDraft(userId, draft, orderOf(draft, kept)), [userId, draft, kept]);
  function reset() {
    setKept(null);
    setDraft(emptyDraft);
  }

  return {
    opened,
    mergeId,
    draft,
    change: (changes) => setDraft((before) => ({ ...before, ...changes })),
    compose(videos) {
      setDraft((before) => ({ ...before, videos: rearrange(orderOf(before, kept), videos) }));
      setMergeId(null);
      dialog.open();
    },
    show(id) {
      setMergeId(id);
      dialog.open();
    },
    close: dialog.close,
    discard() {
      reset();
      dialog.close();
    },
    created(id) {
      reset();
      setMergeId(id);
    },
  };
}

/** The order in which the videos were last put, before or after a reload. */
function orderOf({ videos }: AlbumDraft, kept: KeptDraft | null): string[] {
  return videos.length > 0 ? videos.map(({ taskId }) => taskId) : (kept?.order ?? []);
}
