import { isCompleted } from '#shared/status.ts';
import { trpc } from '#client/api/trpc.ts';

/** Whether the user has neither bought credits nor made a video yet; undefined until known, false if it can't be known. */
export function useIsNew(): boolean | undefined {
  const purchases = trpc.credits.purchases.useQuery();
  const tasks = trpc.video.tasks.useQuery();
  if (purchases.isPending || tasks.isPending) return undefined;
  return purchases.data === 0 && tasks.data?.tasks.every(({ status }) => !isCompleted(status)) === true;
}
