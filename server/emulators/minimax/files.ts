import type { Request, Response } from 'express';
import { sizeLike } from '../lib/clips.ts';
import { sendClip } from '../lib/downloads.ts';
import type { MinimaxJob } from './jobs.ts';
import type { World } from './world.ts';

/** The clip of a job, made once. */
export async function clipOf({ clips, options }: World, { photo, script }: MinimaxJob): Promise<Buffer> {
  return clips.make(photo, await sizeLike(photo, options.side ?? 768), script.clip);
}

/** The host that clips are downloaded from; asks for no key. */
export async function serveFile(world: World, req: Request, res: Response): Promise<void> {
  const job = world.jobs.find(({ fileId }) => fileId === req.params['fileId']);
  if (!job) {
    res.status(404).end();
    return;
  }
  const { prompt, apiKey, script, calls } = job;
  const { observe } = world.options;
  observe?.({ type: 'download', prompt, apiKey });
  const clip = await clipOf(world, job);
  res.once('finish', () => observe?.({ type: 'downloaded', prompt, apiKey }));
  sendClip(res, clip, script.download?.[calls.download++]);
}
