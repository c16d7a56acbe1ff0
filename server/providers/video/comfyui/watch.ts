import type { AddressRule } from '#server/platform/network/addresses.ts';
import { ask, sleep } from '../remote/backoff.ts';
import { type CollectRequest, RemoteError } from '../remote/service.ts';
import { type ComfyApi, type ComfyFile, findFailure, findVideo } from './api.ts';
import { type ComfyEvent, listenTo } from './events.ts';
import { createGraphProgress } from './graph-progress.ts';
import type { Workflow } from './workflow.ts';

interface WatchOptions {
  api: ComfyApi;
  url: string;
  addresses: AddressRule;
  workflow: Workflow;
  promptId: string;
  clientId: string;
  /** Polling interval in milliseconds. */
  poll: number;
}

/** A graph can be briefly absent from both queue and history; absent for longer means that ComfyUI was restarted. */
const maxUnseen = 3;

/**
 * Waits until a graph has finished; resolves with its video. Polls history and queue, and checks immediately when
 * ComfyUI reports the end; its events also report progress. Throws RemoteError.
 */
export async function watchGraph(options: WatchOptions, request: CollectRequest): Promise<ComfyFile> {
  const { api, poll, promptId } = options;
  const progress = createGraphProgress(options.workflow);
  let share: number | null = null;
  let ended = new AbortController();
  const onEvent = (event: ComfyEvent): void => {
    share = progress(event);
    if (event.type === 'ended') ended.abort();
    else request.onProgress({ stage: 'generating', progress: share, providerStatus: 'processing' });
  };
  let socket = listenTo({ ...options, onEvent });
  try {
    for (let unseen = 0; ; ) {
      const state = await ask(() => look(api, promptId, request.signal), poll, request.signal);
      if (typeof state === 'object') return state;
      unseen = state === 'unseen' ? unseen + 1 : 0;
      if (unseen >= maxUnseen) throw new RemoteError('failed', 'ComfyUI no longer knows the job');
      if (state === 'queueing')
        request.onProgress({ stage: 'analyzing', progress: share, providerStatus: state });
      if (state === 'processing')
        request.onProgress({ stage: 'generating', progress: share, providerStatus: state });
      if (!socket.isOpen()) socket = listenTo({ ...options, onEvent });
      await sleepUntil(poll, ended.signal, request.signal);
      // Fires once; if the history isn't updated yet, the next check follows after the normal interval.
      ended = new AbortController();
    }
  } finally {
    socket.close();
  }
}

/** Checks a graph once: returns its video if it has succeeded. Throws RemoteError. */
async function look(
  api: ComfyApi,
  id: string,
  signal: AbortSignal,
): Promise<ComfyFile | 'queueing' | 'processing' | 'unseen'> {
  const entry = await api.history(id, signal);
  if (entry) {
    const failure = findFailure(entry);
    if (failure) throw new RemoteError('failed', failure);
    const video = findVideo(entry);
    if (!video) throw new RemoteError('rejected', 'the workflow saved no MP4 or WebM (COMFYUI_WORKFLOW)');
    return video;
  }
  const { queue_running: running, queue_pending: pending } = await api.readQueue(signal);
  if (running.includes(id)) return 'processing';
  return pending.includes(id) ? 'queueing' : 'unseen';
}

/** Waits until the time is over or `early` aborts. Throws the reason of `signal` once that is aborted. */
async function sleepUntil(milliseconds: number, early: AbortSignal, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, AbortSignal.any([early, signal])).catch(() => signal.throwIfAborted());
}
