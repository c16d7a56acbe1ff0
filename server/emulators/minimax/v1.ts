import type { Request, Response } from 'express';
import { baseResponse, refuse, sendFault } from './answers.ts';
import { statusOf } from './jobs.ts';
import { addressOf, fileIdOf, keyOf, nextFault, type EmulatorState } from './state.ts';

/** Returns the state of a job. */
export function queryV1(state: EmulatorState, req: Request, res: Response): void {
  const job = state.jobs.find(({ id }) => id === req.query['task_id']);
  if (!job) return refuse(res, 1, 2013, 'task_id does not exist');
  state.options.observe?.({ type: 'query', prompt: job.prompt, apiKey: keyOf(req) });
  const fault = nextFault(job, 'query');
  if (fault) return sendFault(res, fault);
  const status = statusOf(job, state.options.paces);
  const failed = status.toLowerCase().startsWith('fail');
  const base_resp = baseResponse(failed ? (job.script.reason ?? 0) : 0);
  const fileId = status === 'Success' ? fileIdOf(job) : {};
  res.json({ task_id: job.id, status, ...fileId, base_resp });
}

/** Returns the download address of a file. */
export function retrieve(state: EmulatorState, req: Request, res: Response): void {
  const job = state.jobs.find(({ fileId }) => fileId === req.query['file_id']);
  if (!job) return refuse(res, 1, 2013, 'file_id does not exist');
  state.options.observe?.({ type: 'retrieve', prompt: job.prompt, apiKey: keyOf(req) });
  const fault = nextFault(job, 'retrieve');
  if (fault) return sendFault(res, fault);
  const file = {
    file_id: Number(job.fileId),
    bytes: 0,
    created_at: Math.floor(job.createdAt / 1000),
    filename: 'output.mp4',
    purpose: 'video_generation',
    download_url: addressOf(state, job),
  };
  res.json({ file, base_resp: baseResponse(0) });
}
