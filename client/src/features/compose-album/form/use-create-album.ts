import { useState } from 'react';
import { trpc } from '#client/api/trpc.ts';
import { type AlbumDraft, type CheckedDraft, checkDraft } from './draft.ts';

/** What is missing from a draft, and in which part. */
export type Refusal = Extract<CheckedDraft, { ok: false }>;

/**
 * Creates an album from a draft. A problem with the draft is `refusal` until it is cleared, and is passed to `refused`;
 * a server error, which may be retried, is shown as a toast.
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
