import { useDocumentVisibility } from '@mantine/hooks';
import { skipToken, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { MergeStatus } from '#shared/schemas/album.ts';
import type { TaskProgress } from '#shared/schemas/video.ts';
import { isAlbumFinal, isFinal } from '#shared/status.ts';
import { findListed } from '#client/entities/album/albums.ts';
import { putData } from '#client/api/put-data.ts';
import { renewAfterFlight } from '#client/api/renew.ts';
import { trpc } from '#client/api/trpc.ts';

/**
 * Keeps the user's tasks, albums and credits up to date as they change, while the page is visible. Called once, for all
 * signed-in pages; polling continues alongside it.
 */
export function useChanges(): void {
  const utils = trpc.useUtils();
  const client = useQueryClient();
  const visible = useDocumentVisibility() === 'visible';
  // A hidden page holds no connection: browsers allow only a few across all tabs.
  trpc.changes.watch.useSubscription(visible ? undefined : skipToken, {
    onData(change) {
      if (change.of === 'task') takeTask(change.task);
      else if (change.of === 'movement') takeMovement(change.taskId);
      else if (change.of === 'album') takeAlbum(change.album);
      else if (change.of === 'balance') void putData(utils.credits.balance, undefined, change.balance);
      else if (change.of === 'purchase') void putData(utils.credits.purchases, undefined, change.purchases);
      else if (change.of === 'box') void utils.box.invalidate();
      else if (change.of === 'export') void utils.account.export.invalidate();
      else renewAll();
    },
  });

  function takeTask(task: TaskProgress) {
    const { taskId } = task;
    void putData(utils.video.status, { taskId }, task);
    const known = utils.video.tasks.getData()?.tasks.some((each) => each.taskId === taskId);
    if (isFinal(task.status)) void utils.video.tasks.invalidate();
    else if (!known) void renewAfterFlight(client, getQueryKey(trpc.video.tasks));
  }

  function takeMovement(taskId: string) {
    void renewAfterFlight(client, getQueryKey(trpc.video.movements, { taskId }, 'query'));
  }

  function takeAlbum(album: MergeStatus) {
    const { mergeId } = album;
    void putData(utils.album.status, { mergeId }, album);
    const known = findListed(utils.album.list, mergeId);
    if (isAlbumFinal(album.status)) void utils.album.list.invalidate();
    else if (!known) void renewAfterFlight(client, getQueryKey(trpc.album.list));
  }

  function renewAll() {
    void utils.video.invalidate();
    void utils.album.invalidate();
    void utils.box.invalidate();
    void utils.account.export.invalidate();
    void utils.credits.balance.invalidate();
    void utils.credits.purchases.invalidate();
  }
}
