import express, { type Express, type RequestHandler } from 'express';
import { createId } from '#server/platform/ids.ts';
import { StartError } from '#server/platform/errors.ts';
import { listen } from '../lib/listen.ts';
import { createClipMaker } from '../lib/clips.ts';
import { refuse } from './answers.ts';
import { create } from './create.ts';
import { serveFile } from './files.ts';
import type { MinimaxJob, MinimaxPaces } from './jobs.ts';
import { queryV1, retrieve } from './v1.ts';
import { queryV2 } from './v2.ts';
import { keyOf, type MinimaxEmulatorOptions, type EmulatorState } from './state.ts';

export interface MinimaxEmulator {
  /** The value for MINIMAX_BASE_URL. */
  url: string;
  apiKey: string;
  /** The accepted jobs, in order. */
  jobs: readonly MinimaxJob[];
  close(): Promise<void>;
}

const defaultPaces: MinimaxPaces = { preparing: 3000, queueing: 5000, processing: 20_000 };

/**
 * An emulator of both versions of MiniMax's video API, for use without a key and for tests: it makes a slow zoom of the
 * photo it receives. Throws StartError in production.
 */
export async function startMinimaxEmulator(options: MinimaxEmulatorOptions): Promise<MinimaxEmulator> {
  if (options.production) throw new StartError('The MiniMax emulator does not run in production.');
  const clips = await createClipMaker(options.ffmpeg);
  const state: EmulatorState = {
    options: { paces: defaultPaces, ...options },
    clips,
    apiKey: `sk-emulator-${createId()}`,
    jobs: [],
    creates: new Map(),
    url: '',
  };
  const { url, close } = await listen(createApi(state));
  state.url = url;
  return {
    url,
    apiKey: state.apiKey,
    jobs: state.jobs,
    async close() {
      await close();
      await clips.close();
    },
  };
}

function createApi(state: EmulatorState): Express {
  const api = express();
  api.disable('x-powered-by');
  api.get('/files/:fileId/output.mp4', (req, res) => serveFile(state, req, res));
  api.use(authenticate(state), express.json({ limit: '32mb' }));
  api.post('/v1/video_generation', (req, res) => create(state, 1, req, res));
  api.get('/v1/query/video_generation', (req, res) => queryV1(state, req, res));
  api.get('/v1/files/retrieve', (req, res) => retrieve(state, req, res));
  api.post('/v2/video_generation', (req, res) => create(state, 2, req, res));
  api.get('/v2/query/video_generation/:id', (req, res) => queryV2(state, req, res));
  return api;
}

function authenticate({ options, apiKey }: EmulatorState): RequestHandler {
  const accepts = options.acceptsKey ?? ((key) => key === apiKey);
  return (req, res, next) => {
    if (accepts(keyOf(req))) next();
    else refuse(res, req.path.startsWith('/v2') ? 2 : 1, 1004);
  };
}
