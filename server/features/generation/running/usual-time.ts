import type { Db } from '#server/platform/database/db.ts';
import type { VideoProvider } from '#server/providers/video/types.ts';

const fewest = 10;
const most = 50;

/**
 * The usual time in seconds until one of the provider's videos is ready, from the 10th to the 90th percentile of the
 * latest ones, so that pages promise only what is kept. With fewer than ten videos, the provider's own estimate.
 */
export async function readUsualSeconds({
  db,
  video,
}: {
  db: Db;
  video: Pick<VideoProvider, 'name' | 'usualSeconds'>;
}): Promise<{ min: number; max: number }> {
  const latest = await db.videoTask.findMany({
    where: { provider: video.name, status: 'Success', user: { testOf: null } },
    orderBy: { finishedAt: 'desc' },
    take: most,
    select: { createdAt: true, finishedAt: true },
  });
  if (latest.length < fewest) return video.usualSeconds;
  const seconds = latest
    .map(({ createdAt, finishedAt }) => ((finishedAt ?? createdAt).getTime() - createdAt.getTime()) / 1000)
    .sort((a, b) => a - b);
  const at = (share: number) => seconds[Math.round(share * (seconds.length - 1))] ?? 0;
  return { min: at(0.1), max: at(0.9) };
}
