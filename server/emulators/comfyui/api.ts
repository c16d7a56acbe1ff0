import express, { type Express, type Request, type Response } from 'express';
import multer from 'multer';
import { sendClip } from '../lib/downloads.ts';
import type { ComfyJob, Executor } from './executor.ts';
import { findFault, type Graph, nodeError, promptOf, refusal } from './graph.ts';
import type { ComfyFault, ComfyScript } from './script.ts';

export interface ComfyEmulatorOptions {
  ffmpeg: { path: string };
  production: boolean;
  /** Milliseconds per sampler step; each sampler takes four steps. */
  stepMilliseconds?: number;
  /** Scripts the graph with that prompt; `number` counts the graphs queued with it, from 1. */
  script?: (prompt: string, number: number) => ComfyScript;
  /** False to reject websockets. */
  websocket?: boolean;
}

interface EmulatorState {
  options: ComfyEmulatorOptions;
  executor: Executor;
  photos: Map<string, Buffer>;
  /** The number of calls so far, by kind, for each prompt's next graph. */
  tries: Map<string, number>;
}

/** The part of ComfyUI's HTTP API that Memori uses. */
export function createApi(state: EmulatorState): Express {
  const { executor } = state;
  const api = express();
  const upload = multer({ storage: multer.memoryStorage() });
  api.disable('x-powered-by');
  api.use(express.json({ limit: '8mb' }));
  api.post('/upload/image', upload.single('image'), (req, res) => takePhoto(state, req, res));
  api.post('/prompt', (req, res) => queue(state, req, res));
  api.get('/history/:id', (req, res) => showHistory(state, req, res));
  api.get('/view', (req, res) => view(state, req, res));
  api.get('/queue', (_req, res) => {
    const item = ({ number, id, graph, clientId }: ComfyJob) => [
      number,
      id,
      graph,
      { client_id: clientId },
      [],
    ];
    const running = executor.running();
    res.json({ queue_running: running ? [item(running)] : [], queue_pending: executor.pending.map(item) });
  });
  api.post('/queue', (req, res) => {
    const { delete: ids = [] } = req.body as { delete?: string[] };
    for (const id of ids) {
      const index = executor.pending.findIndex((job) => job.id === id);
      if (index >= 0) executor.pending.splice(index, 1);
    }
    res.end();
  });
  api.post('/interrupt', (_req, res) => {
    executor.interrupt();
    res.end();
  });
  return api;
}

/** Applies the fault; true if it replaced the call's normal response. */
function prevented(res: Response, fault: ComfyFault | undefined): boolean {
  if (typeof fault === 'number') res.status(fault).send('error');
  else if (fault === 'reset') res.destroy();
  else return false;
  return true;
}

/** The script of a prompt's next graph, and its fault for this call. */
function nextFault(state: EmulatorState, kind: 'upload' | 'prompt', prompt: string) {
  const number = state.executor.jobs.filter(({ graph }) => promptOf(graph) === prompt).length + 1;
  const script = state.options.script?.(prompt, number) ?? {};
  const key = `${kind} ${number} ${prompt}`;
  const tries = state.tries.get(key) ?? 0;
  state.tries.set(key, tries + 1);
  return { script, fault: script[kind]?.[tries] };
}

function takePhoto(state: EmulatorState, req: Request, res: Response): void {
  const name = req.file?.originalname ?? '';
  // The upload doesn't say which graph it is for, so upload faults are those of the empty prompt.
  if (prevented(res, nextFault(state, 'upload', '').fault)) return;
  if (!req.file) return void res.status(400).end();
  state.photos.set(name, req.file.buffer);
  res.json({ name, subfolder: '', type: 'input' });
}

function queue(state: EmulatorState, req: Request, res: Response): void {
  const { prompt: graph = {}, client_id: clientId = '' } = req.body as { prompt?: Graph; client_id?: string };
  const { script, fault } = nextFault(state, 'prompt', promptOf(graph));
  if (prevented(res, fault)) return;
  const { refuse } = script;
  const wrong = refuse
    ? refusal(nodeError(graph, refuse.node, refuse.message, refuse.details))
    : findFault(graph, new Set(state.photos.keys()));
  if (wrong) return void res.status(400).json(wrong);
  const job = state.executor.add({ graph, clientId, script });
  if (fault === 'lose') res.destroy();
  else res.json({ prompt_id: job.id, number: job.number, node_errors: {} });
}

function showHistory({ executor }: EmulatorState, req: Request, res: Response): void {
  const job = executor.jobs.find(({ id }) => id === req.params['id']);
  if (job && prevented(res, job.script.history?.[job.calls.history++])) return;
  const entry = job && executor.history.get(job.id);
  res.json(entry ? { [job.id]: entry } : {});
}

function view({ executor }: EmulatorState, req: Request, res: Response): void {
  const job = executor.jobs.find(({ id }) => req.query['filename'] === `${id}.mp4`);
  if (!job?.clip || req.query['subfolder'] !== 'memori' || req.query['type'] !== 'output')
    return void res.status(404).end();
  sendClip(res, job.clip, job.script.download?.[job.calls.download++]);
}
