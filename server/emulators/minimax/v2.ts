import type { Request, Response } from 'express';
import { sendFault, messageOf } from './answers.ts';
import { statusOf } from './jobs.ts';
import { addressOf, fileIdOf, keyOf, nextFault, type EmulatorState } from './state.ts';

const statusesV2: Record<string, string> = {
  preparing: 'queued',
  queueing: 'queued',
  processing: 'running',
  success: 'succeeded',
  fail: 'failed',
  failed: 'failed',
};

/** Returns the state of a job, and the address of its clip. */
export function queryV2(state: EmulatorState, req: Request, res: Response): void {
  const job = state.jobs.find(({ id }) => id === req.params['id']);
  if (!job) {
    res
      .status(404)
      .json({ type: 'error', error: { type: 'not_found', message: 'no such task', http_code: '404' } });
    return;
  }
  state.options.observe?.({ type: 'query', prompt: job.prompt, apiKey: keyOf(req) });
  const fault = nextFault(job, 'query');
  if (fault) return sendFault(res, fault);
  const status = statusesV2[statusOf(job, state.options.paces).toLowerCase()];
  const { reason } = job.script;
  const failure = reason === undefined ? {} : { error: { code: String(reason), message: messageOf(reason) } };
  const url = fileIdOf(job).file_id ? addressOf(state, job) : '';
  res.json({
    task: {
      id: job.id,
      status,
      ...(status === 'failed' ? failure : {}),
      ...(status === 'succeeded' ? { content: { url } } : {}),
    },
  });
}
