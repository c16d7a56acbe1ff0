import { useState } from 'react';
import { trpc } from '../../../lib/trpc.ts';
import { type AlbumDraft, type CheckedDraft, checkDraft } from './draft.ts';

/** What is missing from a draft, and where. */
export type Refusal = Extract<CheckedDraft, { ok: false }>;

/**
 * Makes an album of a draft. What is missing is `refusal` until it is cleared, and told to `refused`; what went wrong at the
 * server, and may be tried again, is said in a toast.
 */
export function useCreateAlbum(on: {
  created: (mergeId: string) => void;
  refused: (refusal: Refusal) => void;
}) {
  const { album } = trpc.useUtils();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { mutate, isPending, isError } = trpc.album.create.useMutation({
    meta: { failure: { title: 'albumForm.failed' } },
    onSuccess({ mergeId }) {
      void album.list.invalidate();
      on.created(mergeId);
    },
  });

  function create(draft: AlbumDraft) {
    if (isPending) return;
    const checked = checkDraft(draft);
    if (checked.ok) return mutate(checked.request);
    setRefusal(checked);
    on.refused(checked);
  }

  return { create, pending: isPending, failed: isError, refusal, clearRefusal: () => setRefusal(null) };
}
