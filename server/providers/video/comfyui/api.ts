import { z } from 'zod';
import type { AddressRule } from '#server/platform/network/addresses.ts';
import { callJson, type JsonAnswer, type JsonCall } from '../remote/json.ts';
import { RemoteError } from '../remote/service.ts';
import type { Workflow } from './workflow.ts';

/** The location of a file on ComfyUI's server. */
const fileSchema = z.object({
  filename: z.string().min(1),
  subfolder: z.string().catch(''),
  type: z.string().catch('output'),
});
export type ComfyFile = z.infer<typeof fileSchema>;

export interface ComfyApiOptions {
  /** Without a trailing slash. */
  url: string;
  addresses: AddressRule;
  /** Response timeout in milliseconds. */
  timeout: number;
}

const outputSchema = z.record(z.string(), z.unknown());
const historySchema = z.object({
  outputs: z.record(z.string(), outputSchema).catch({}),
  status: z
    .object({
      status_str: z.string().catch(''),
      messages: z.array(z.tuple([z.string(), z.record(z.string(), z.unknown())])).catch([]),
    })
    .optional()
    .catch(undefined),
});
/** ComfyUI's history entry for a finished graph. */
export type HistoryEntry = z.infer<typeof historySchema>;

const queueItem = z.tuple([z.unknown(), z.string()], z.unknown()).transform(([, id]) => id);
const queueSchema = z.object({ queue_running: z.array(queueItem), queue_pending: z.array(queueItem) });
export type ComfyQueue = z.infer<typeof queueSchema>;

const uploaded = z.object({ name: z.string().min(1), subfolder: z.string().catch('') });
const queued = z.object({ prompt_id: z.string().min(1) });

/** ComfyUI's errors for a node of a graph: `node 12 (KSampler): Value not in list`. */
const nodeError = z.object({
  class_type: z.string().catch(''),
  errors: z.array(z.object({ message: z.string().catch(''), details: z.string().catch('') })).catch([]),
});
const refusalSchema = z.object({
  error: z.object({ message: z.string() }).or(z.string().transform((message) => ({ message }))),
  node_errors: z.record(z.string(), nodeError).catch({}),
});

function describeRefusal(body: unknown): string {
  const { error, node_errors: nodes } = refusalSchema.safeParse(body).data ?? {
    error: { message: 'without a reason' },
    node_errors: {},
  };
  const details = Object.entries(nodes).flatMap(([id, { class_type: kind, errors }]) =>
    errors.map(
      ({ message, details: more }) => `node ${id} (${kind}): ${[message, more].filter(Boolean).join(': ')}`,
    ),
  );
  return [error.message, ...details].join('; ');
}

/** Parses a response by its status: 4xx needs the operator (`rejected`); 5xx may have done the work (`lost`). */
function readAs<T>({ status, body }: JsonAnswer, schema: z.ZodType<T>, what: string): T {
  if (status >= 500) throw new RemoteError('lost', `ComfyUI answered HTTP ${status} to ${what}`);
  if (status >= 400)
    throw new RemoteError('rejected', `ComfyUI refused ${what} (HTTP ${status}): ${describeRefusal(body)}`);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new RemoteError('lost', `ComfyUI’s answer to ${what} makes no sense`, { cause: parsed.error });
}

export interface ComfyApi {
  /** Resolves with the name under which a LoadImage node finds the photo. */
  upload(photo: Uint8Array, filename: string, signal: AbortSignal): Promise<string>;
  /** Queues a graph; resolves with its id. */
  queue(graph: Workflow, clientId: string, signal: AbortSignal): Promise<string>;
  /** Null until the graph has finished. */
  history(id: string, signal: AbortSignal): Promise<HistoryEntry | null>;
  readQueue(signal: AbortSignal): Promise<ComfyQueue>;
  /** Removes a graph from the queue, or interrupts it if it is running. */
  drop(id: string, signal: AbortSignal): Promise<void>;
  /** The download address of a file. */
  viewUrl(file: ComfyFile): string;
}

/** Calls to a ComfyUI server. All of them throw RemoteError. */
export function createComfyApi({ url, addresses, timeout }: ComfyApiOptions): ComfyApi {
  const call = (path: string, signal: AbortSignal, sent: Pick<JsonCall, 'body' | 'upload'> = {}) =>
    callJson({ url: new URL(url + path), addresses, timeout, signal, ...sent });

  return {
    async upload(photo, filename, signal) {
      const form = new FormData();
      form.set('image', new File([Uint8Array.from(photo)], filename, { type: 'image/jpeg' }));
      form.set('overwrite', 'true');
      const encoded = new Response(form);
      const type = encoded.headers.get('content-type') ?? '';
      const bytes = new Uint8Array(await encoded.arrayBuffer());
      const { name, subfolder } = readAs(
        await call('/upload/image', signal, { upload: { bytes, type } }),
        uploaded,
        'the photo',
      );
      return subfolder ? `${subfolder}/${name}` : name;
    },
    async queue(prompt, clientId, signal) {
      const answer = await call('/prompt', signal, { body: { prompt, client_id: clientId } });
      return readAs(answer, queued, 'the workflow').prompt_id;
    },
    async history(id, signal) {
      const answer = await call(`/history/${encodeURIComponent(id)}`, signal);
      return readAs(answer, z.record(z.string(), historySchema), 'a look at the history')[id] ?? null;
    },
    readQueue: async (signal) => readAs(await call('/queue', signal), queueSchema, 'a look at the queue'),
    async drop(id, signal) {
      await call('/queue', signal, { body: { delete: [id] } });
      const { queue_running: running } = readAs(
        await call('/queue', signal),
        queueSchema,
        'a look at the queue',
      );
      // Older ComfyUI versions ignore the id and interrupt whatever is running, so only send this while our graph is.
      if (running.includes(id)) await call('/interrupt', signal, { body: { prompt_id: id } });
    },
    viewUrl: (file) => `${url}/view?${new URLSearchParams(file)}`,
  };
}

const videoName = /\.(mp4|m4v|mov|webm)$/i;

/** The first video among a graph's outputs, regardless of the node and the key under which it was saved. */
export function findVideo({ outputs }: HistoryEntry): ComfyFile | null {
  const files = Object.values(outputs)
    .flatMap((output) => Object.values(output))
    .flatMap((value) => z.array(z.unknown()).safeParse(value).data ?? [])
    .flatMap((value) => fileSchema.safeParse(value).data ?? []);
  const videos = files.filter(({ filename }) => videoName.test(filename));
  return videos.find(({ type }) => type === 'output') ?? videos[0] ?? null;
}

/** Why a graph failed, as reported by ComfyUI, or null if it did not. */
export function findFailure({ status }: HistoryEntry): string | null {
  if (status?.status_str !== 'error') return null;
  const [, data] = status.messages.find(([type]) => type === 'execution_error') ?? [];
  if (!data) return 'the workflow was interrupted';
  const { node_id: id, node_type: kind, exception_message: message } = data;
  return `node ${String(id)} (${String(kind)}): ${String(message).trim()}`;
}
