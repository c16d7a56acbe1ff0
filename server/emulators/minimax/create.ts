import type { Request, Response } from 'express';
import { baseResponse, prevents, refuse, sendFault } from './answers.ts';
import { type MinimaxJob, newJob } from './jobs.ts';
import { type RequestParams, validate } from './validation.ts';
import { announce, answersChallenge } from './callback.ts';
import { clipOf } from './files.ts';
import { keyOf, type EmulatorState } from './state.ts';

/** Accepts a job in either version of the API. */
export async function create(
  state: EmulatorState,
  version: 1 | 2,
  req: Request,
  res: Response,
): Promise<void> {
  const { script, rpm, observe = () => undefined } = state.options;
  const params = (version === 1 ? readV1 : readV2)(req.body as Record<string, unknown> | undefined);
  const [prompt, apiKey] = [String(params.prompt), keyOf(req)];
  observe({ type: 'create', prompt, apiKey });
  const number = state.jobs.filter((job) => job.prompt === prompt).length + 1;
  const key = `${number} ${prompt}`;
  const tries = state.creates.get(key) ?? 0;
  state.creates.set(key, tries + 1);
  const plan = script?.(prompt, number) ?? {};
  const fault = plan.create?.[tries];
  if (fault && prevents(fault)) return sendFault(res, fault);
  if (rpm !== undefined && createdLastMinute(state.jobs) >= rpm) return refuse(res, version, 1002);
  const accepted = await validate(params, version);
  if (typeof accepted === 'string') return refuse(res, version, 2013, accepted);
  const { callback_url: callback } = (req.body ?? {}) as { callback_url?: unknown };
  if (typeof callback === 'string' && !(await answersChallenge(callback)))
    return refuse(res, version, 2013, 'callback_url does not answer the challenge');
  const job = newJob({ ...accepted, apiKey, script: plan });
  state.jobs.push(job);
  // The download reports the error instead.
  clipOf(state, job).catch(() => undefined);
  if (typeof callback === 'string') void announce(state, job, callback);
  observe({ type: 'taken', prompt, apiKey });
  if (fault) return sendFault(res, fault);
  res.json(version === 1 ? { task_id: job.id, base_resp: baseResponse(0) } : { task_id: job.id });
  observe({ type: 'answered', prompt, apiKey });
}

function createdLastMinute(jobs: readonly MinimaxJob[]): number {
  return jobs.filter(({ createdAt }) => createdAt > Date.now() - 60_000).length;
}

function readV1(body: Record<string, unknown> = {}): RequestParams {
  const { model, prompt, first_frame_image: image, duration, resolution } = body;
  return { model, prompt, image, duration, resolution };
}

function readV2(body: Record<string, unknown> = {}): RequestParams {
  const { content } = body;
  const parts = (Array.isArray(content) ? content : []) as Record<string, unknown>[];
  const text = parts.find(({ type }) => type === 'text');
  const image = parts.find(({ type, role }) => type === 'image_url' && role === 'first_frame');
  const { model, duration, resolution } = body;
  return {
    model,
    prompt: text?.['text'],
    image: (image?.['image_url'] as { url?: unknown })?.url,
    duration,
    resolution,
  };
}
