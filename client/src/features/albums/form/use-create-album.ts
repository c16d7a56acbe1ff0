import { RequestFailure } from '../../../lib/error-code.ts';
import { showFailure } from '../../../lib/failure.ts';
import { trpc } from '../../../lib/trpc.ts';
import { type AlbumDraft, type CheckedDraft, checkDraft } from './draft.ts';

type Refusal = Extract<CheckedDraft, { ok: false }>;

const titles = {
  album_name_required: 'albumForm.nameRequired',
  album_too_few_videos: 'gallery.selectMore',
} as const;

function showRefusal({ code }: Refusal): void {
  const title = code in titles ? titles[code as keyof typeof titles] : 'albumForm.failed';
  showFailure({ title }, new RequestFailure(code, code));
}

/** Makes an album of a draft; says in a toast what is missing, or what went wrong and may be tried again. */
export function useCreateAlbum(on: {
  created: (mergeId: string) => void;
  refused: (refusal: Refusal) => void;
}) {
  const { album } = trpc.useUtils();
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
    showRefusal(checked);
    on.refused(checked);
  }

  return { create, pending: isPending, failed: isError };
}
