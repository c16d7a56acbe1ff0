import type { Request } from 'express';
import type { ClipMaker } from '../lib/clips.ts';
import type { MinimaxJob, MinimaxPaces } from './jobs.ts';
import type { CallFault, MinimaxEvent, MinimaxScript } from './script.ts';

export interface MinimaxEmulatorOptions {
  ffmpeg: { path: string };
  production: boolean;
  paces?: MinimaxPaces;
  /** Scripts the job of that prompt; `number` counts the jobs accepted with it, from 1. */
  script?: (prompt: string, number: number) => MinimaxScript;
  /** Rate limit: jobs that may be created per minute. */
  rpm?: number;
  /** Which keys are valid; only `apiKey` by default. */
  acceptsKey?: (key: string) => boolean;
  /** The shorter side of the clips in pixels. */
  side?: number;
  observe?: (event: MinimaxEvent) => void;
}

/** The emulator's state. */
export interface EmulatorState {
  options: MinimaxEmulatorOptions & { paces: MinimaxPaces };
  clips: ClipMaker;
  url: string;
  apiKey: string;
  jobs: MinimaxJob[];
  /** The number of requests so far to create each prompt's next job. */
  creates: Map<string, number>;
}

/** The key of a call. */
export const keyOf = (req: Request): string =>
  /^Bearer (.+)$/.exec(req.get('authorization') ?? '')?.[1] ?? '';

/** The scripted fault for a job's next call of this kind. */
export function nextFault(job: MinimaxJob, kind: 'query' | 'retrieve'): CallFault | undefined {
  return job.script[kind]?.[job.calls[kind]++];
}

/** A success's reference to its file, usually by id. */
export function fileIdOf({ script, fileId, calls }: MinimaxJob): { file_id?: string } {
  const isFirst = calls.success++ === 0;
  if (script.fileId === 'missing' || (script.fileId === 'late' && isFirst)) return {};
  return { file_id: script.fileId === 'empty' ? '' : fileId };
}

/** The reported address of a job's clip. */
export const addressOf = (state: EmulatorState, { script, fileId }: MinimaxJob): string =>
  script.address ?? `${state.url}/files/${fileId}/output.mp4`;
