import type { Request } from 'express';
import type { ClipMaker } from '../lib/clips.ts';
import type { MinimaxJob, MinimaxPaces } from './jobs.ts';
import type { CallFault, MinimaxEvent, MinimaxScript } from './script.ts';

export interface MinimaxEmulatorOptions {
  ffmpeg: { path: string };
  production: boolean;
  paces?: MinimaxPaces;
  /** How the job of that prompt shall go; `number` counts those that were taken with it, from 1. */
  script?: (prompt: string, number: number) => MinimaxScript;
  /** Jobs that may be created in any minute. */
  rpm?: number;
  /** Which keys are good; only `apiKey` unless told otherwise. */
  acceptsKey?: (key: string) => boolean;
  /** The shorter side of its clips in pixels. */
  side?: number;
  observe?: (event: MinimaxEvent) => void;
}

/** Everything that the emulator knows. */
export interface EmulatorState {
  options: MinimaxEmulatorOptions & { paces: MinimaxPaces };
  clips: ClipMaker;
  url: string;
  apiKey: string;
  jobs: MinimaxJob[];
  /** How often the creation of each prompt's next job was asked for. */
  creates: Map<string, number>;
}

/** The key that a call came with. */
export const keyOf = (req: Request): string =>
  /^Bearer (.+)$/.exec(req.get('authorization') ?? '')?.[1] ?? '';

/** A fault of a job's script for its next call of a kind. */
export function nextFault(job: MinimaxJob, kind: 'query' | 'retrieve'): CallFault | undefined {
  return job.script[kind]?.[job.calls[kind]++];
}

/** How a success names its file: as a rule by its id. */
export function fileIdOf({ script, fileId, calls }: MinimaxJob): { file_id?: string } {
  const isFirst = calls.success++ === 0;
  if (script.fileId === 'missing' || (script.fileId === 'late' && isFirst)) return {};
  return { file_id: script.fileId === 'empty' ? '' : fileId };
}

/** Where a job's clip is said to lie. */
export const addressOf = (state: EmulatorState, { script, fileId }: MinimaxJob): string =>
  script.address ?? `${state.url}/files/${fileId}/output.mp4`;
