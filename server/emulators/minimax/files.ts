import type { Request, Response } from 'express';
import { sizeLike } from '../lib/clips.ts';
import { sendClip } from '../lib/downloads.ts';
import type { MinimaxJob } from './jobs.ts';
import type { EmulatorState } from './state.ts';

/** The clip of a job, made once. */
export async function clipOf(
  { clips, options }: EmulatorState,
  { photo, script }: MinimaxJob,
): Promise<Buffer> {
  return clips.make(photo, await sizeLike(photo, options.side ?? 768), script.clip);
}

/** The host from which clips are downloaded; requires no key. */
export async function serveFile(state: EmulatorState, req: Request, res: Response): Promise<void> {
  const job = state.jobs.find(({ fileId }) => fileId === req.params['fileId']);
  if (!job) {
    res.status(404).end();
    return;
  }
  const { prompt, apiKey, script, calls } = job;
  const { observe } = state.options;
  observe?.({ type: 'download', prompt, apiKey });
  const clip = await clipOf(state, job);
  res.once('finish', () => observe?.({ type: 'downloaded', prompt, apiKey }));
  sendClip(res, clip, script.download?.[calls.download++]);
}
