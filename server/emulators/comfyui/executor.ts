import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClipMaker } from '../lib/clips.ts';
import { executionOrder, type Graph, imageOf } from './graph.ts';
import type { ComfyScript } from './script.ts';

/** A graph being processed by the emulator. */
export interface ComfyJob {
  id: string;
  number: number;
  graph: Graph;
  clientId: string;
  script: ComfyScript;
  calls: { history: number; download: number };
  /** The video, once it has been saved. */
  clip: Buffer | null;
}

/** ComfyUI's history entry for a finished graph. */
export interface HistoryEntry {
  prompt: unknown[];
  outputs: Record<string, unknown>;
  status: { status_str: 'success' | 'error'; completed: boolean; messages: [string, object][] };
}

export interface Executor {
  running(): ComfyJob | null;
  pending: ComfyJob[];
  history: Map<string, HistoryEntry>;
  /** All jobs ever queued. */
  jobs: ComfyJob[];
  add(job: Pick<ComfyJob, 'graph' | 'clientId' | 'script'>): ComfyJob;
  interrupt(): void;
  close(): void;
}

interface ExecutorOptions {
  clips: ClipMaker;
  photos: ReadonlyMap<string, Buffer>;
  /** Milliseconds per sampler step. */
  stepMilliseconds: number;
  send: (clientId: string, type: string, data: object) => void;
}

/** The number of steps per sampler. */
const steps = 4;

/** Runs graphs sequentially, reporting progress to each one's client. */
export function createExecutor(options: ExecutorOptions): Executor {
  const pending: ComfyJob[] = [];
  const jobs: ComfyJob[] = [];
  const history = new Map<string, HistoryEntry>();
  let current: { job: ComfyJob; stop: AbortController } | null = null;
  let closed = false;

  async function work(): Promise<void> {
    while (!closed) {
      const job = pending.shift();
      if (!job) break;
      const stop = new AbortController();
      current = { job, stop };
      const entry = await execute(options, job, stop.signal);
      if (!job.script.forget) history.set(job.id, entry);
      current = null;
      options.send(job.clientId, 'executing', { node: null, prompt_id: job.id });
    }
  }

  return {
    pending,
    jobs,
    history,
    running: () => current?.job ?? null,
    add(given) {
      const job = {
        ...given,
        id: randomUUID(),
        number: jobs.length,
        calls: { history: 0, download: 0 },
        clip: null,
      };
      jobs.push(job);
      pending.push(job);
      if (!current && pending.length === 1) void work();
      return job;
    },
    interrupt: () => current?.stop.abort(),
    close() {
      closed = true;
      current?.stop.abort();
    },
  };
}

async function execute(
  { clips, photos, stepMilliseconds, send }: ExecutorOptions,
  job: ComfyJob,
  stop: AbortSignal,
) {
  const { id, graph, clientId, script } = job;
  const tell = (type: string, data: object = {}) => send(clientId, type, { ...data, prompt_id: id });
  const prompt = [job.number, id, graph, { client_id: clientId }, []];
  const { photo, ...size } = imageOf(graph);
  tell('execution_start');
  tell('execution_cached', { nodes: [] });
  try {
    for (const node of executionOrder(graph)) {
      const kind = String(graph[node]?.class_type);
      tell('executing', { node });
      if (node === script.fail?.node) return failed(prompt, { node, kind, message: script.fail.message });
      const isSampler = /sampler/i.test(kind) && !kind.startsWith('ModelSampling');
      for (let step = 1; isSampler && step <= steps; step += 1) {
        await delay(stepMilliseconds, undefined, { signal: stop });
        tell('progress', { node, value: step, max: steps });
      }
    }
    job.clip = await clips.make(photos.get(photo) ?? Buffer.alloc(0), size, script.clip);
  } catch {
    return interrupted(prompt);
  }
  tell('execution_success');
  return succeeded(prompt, job);
}

function succeeded(prompt: unknown[], { id, script }: ComfyJob): HistoryEntry {
  const { output = 'images' } = script;
  const picture = output === 'picture';
  const file = { filename: `${id}.${picture ? 'png' : 'mp4'}`, subfolder: 'memori', type: 'output' };
  return {
    prompt,
    outputs: { save: { [picture ? 'images' : output]: [file], animated: [true] } },
    status: { status_str: 'success', completed: true, messages: [] },
  };
}

function failed(
  prompt: unknown[],
  { node, kind, message }: Record<'node' | 'kind' | 'message', string>,
): HistoryEntry {
  const data = { node_id: node, node_type: kind, exception_message: message, exception_type: 'RuntimeError' };
  const messages: [string, object][] = [['execution_error', data]];
  return { prompt, outputs: {}, status: { status_str: 'error', completed: false, messages } };
}

function interrupted(prompt: unknown[]): HistoryEntry {
  const messages: [string, object][] = [['execution_interrupted', {}]];
  return { prompt, outputs: {}, status: { status_str: 'error', completed: false, messages } };
}
