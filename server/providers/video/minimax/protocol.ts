import { z } from 'zod';
import type { ProviderStatus } from '#shared/status.ts';
import type { JsonAnswer } from '../remote/json.ts';
import { RemoteError } from '../remote/service.ts';
import { faultIn, type MinimaxApi } from './api.ts';

/** A photo and how to animate it. */
export interface MinimaxJob {
  model: string;
  /** `data:image/jpeg;base64,…` */
  image: string;
  prompt: string;
}

/** The state of a job. `reference` identifies the clip: a file id (V1) or the address itself (V2). */
export type MinimaxState =
  | { status: ProviderStatus }
  | { status: 'done'; reference: string }
  | { status: 'failed'; error: RemoteError };

/** One version of MiniMax's API. Calls throw RemoteError. */
export interface MinimaxProtocol {
  create(api: MinimaxApi, job: MinimaxJob, signal: AbortSignal): Promise<string>;
  query(api: MinimaxApi, id: string, signal: AbortSignal): Promise<MinimaxState>;
  /** Current download addresses of the clip, best first. */
  locate(api: MinimaxApi, reference: string, signal: AbortSignal): Promise<string[]>;
}

/** An id, which some responses contain as a number. */
const id = z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1));

/** Parses the part of a response that a schema describes. Throws the response's error, or `lost` if it mismatches. */
function read<T>(answer: JsonAnswer, schema: z.ZodType<T>): T {
  const fault = faultIn(answer);
  if (fault) throw fault;
  const parsed = schema.safeParse(answer.body);
  if (!parsed.success)
    throw new RemoteError('lost', 'MiniMax’s answer makes no sense', { cause: parsed.error });
  return parsed.data;
}

/** Like `read`, for a response about a submitted job: if the job is unknown, the photo isn't to blame. */
function readAbout<T>(answer: JsonAnswer, schema: z.ZodType<T>): T {
  try {
    return read(answer, schema);
  } catch (error) {
    const isGone = error instanceof RemoteError && (error.outcome === 'refused' || answer.status === 404);
    throw isGone ? new RemoteError('failed', error.message, { cause: error }) : error;
  }
}

const waiting: Record<string, ProviderStatus> = {
  preparing: 'preparing',
  queueing: 'queueing',
  queued: 'queueing',
  processing: 'processing',
  running: 'processing',
};

function failure(answer: JsonAnswer, fallback: string): MinimaxState {
  const error = faultIn(answer);
  // Errors that are transient for a call are final for a job.
  return {
    status: 'failed',
    error: error?.outcome === 'refused' ? error : new RemoteError('failed', error?.message ?? fallback),
  };
}

const created = z.object({ task_id: id });
const queried = z.object({ status: z.string().toLowerCase(), file_id: id.optional().catch(undefined) });
const retrieved = z.object({
  file: z.object({
    download_url: z.string().min(1),
    backup_download_url: z.string().min(1).optional().catch(undefined),
  }),
});

/** Hailuo: create, query, retrieve. */
export const v1: MinimaxProtocol = {
  async create(api, { model, image, prompt }, signal) {
    // The earliest models support a single length and size, and reject these parameters.
    const shape = model.startsWith('I2V-01') ? {} : { duration: 6, resolution: '768P' };
    const body = { model, first_frame_image: image, prompt, ...shape, prompt_optimizer: false };
    return read(await api.post('/v1/video_generation', body, signal), created).task_id;
  },
  async query(api, taskId, signal) {
    const answer = await api.get('/v1/query/video_generation', { task_id: taskId }, signal);
    const status = queried.safeParse(answer.body).data?.status;
    if (status === 'fail' || status === 'failed') return failure(answer, 'MiniMax reports a failure');
    const { file_id: reference, ...rest } = readAbout(answer, queried);
    if (rest.status === 'success') return { status: 'done', reference: reference ?? '' };
    return { status: waiting[rest.status] ?? 'processing' };
  },
  async locate(api, fileId, signal) {
    const answer = await api.get('/v1/files/retrieve', { file_id: fileId }, signal);
    const { download_url: first, backup_download_url: second } = readAbout(answer, retrieved).file;
    return second ? [first, second] : [first];
  },
};

const queriedV2 = z.object({
  task: z.object({
    status: z.string().toLowerCase(),
    error: z
      .object({ code: id.optional().catch(undefined), message: z.string().catch('') })
      .nullish()
      .catch(null),
    content: z.object({ url: z.string() }).nullish().catch(null),
  }),
});
const sensitive = /sensitive|safety|moderat|policy|1026|1027/i;

/** H3: the query's response contains the address itself. */
export const v2: MinimaxProtocol = {
  async create(api, { model, image, prompt }, signal) {
    const content = [
      { type: 'text', text: prompt },
      { type: 'image_url', image_url: { url: image }, role: 'first_frame' },
    ];
    const body = { model, content, resolution: '768P', duration: 6 };
    return read(await api.post('/v2/video_generation', body, signal), created).task_id;
  },
  async query(api, taskId, signal) {
    const answer = await api.get(`/v2/query/video_generation/${encodeURIComponent(taskId)}`, {}, signal);
    const { status, error, content } = readAbout(answer, queriedV2).task;
    if (status === 'succeeded') return { status: 'done', reference: content?.url ?? '' };
    if (status === 'failed' || status === 'cancelled') {
      const text = `MiniMax reports ${status}: ${error?.code ?? ''} ${error?.message ?? ''}`;
      const refused = sensitive.test(`${error?.code} ${error?.message}`);
      const reason = refused
        ? ({ outcome: 'refused', code: 'output_refused' } as const)
        : { outcome: 'failed' as const };
      return { status: 'failed', error: new RemoteError(reason.outcome, text, { code: reason.code }) };
    }
    return { status: waiting[status] ?? 'processing' };
  },
  locate: (_api, url) => Promise.resolve([url]),
};

/** The protocol version of a model, by its name. */
export function protocolFor(model: string): MinimaxProtocol {
  return /^MiniMax-H\d/i.test(model) ? v2 : v1;
}
