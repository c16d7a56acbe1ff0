import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { foreignInput, ClipError } from '../../../engine/conform/inspect.ts';
import { HttpError } from '../../../platform/http-request.ts';
import { sharp } from '../../../platform/image.ts';
import { download, type DownloadPolicy } from '../../../platform/safe-fetch.ts';
import type { AnimationProgress } from '../types.ts';
import { ask, sleep } from '../remote/backoff.ts';
import { usualLimits } from '../remote/options.ts';
import { type CollectRequest, RemoteError, type RemoteService } from '../remote/service.ts';
import { createMinimaxApi, type MinimaxApi, type MinimaxApiOptions } from './api.ts';
import { type MinimaxProtocol, protocolFor } from './protocol.ts';

export interface MinimaxServiceOptions extends MinimaxApiOptions {
  model: string;
  /** Hosts that clips may be downloaded from (`*.example.com` for all below one). */
  downloadHosts: readonly string[];
  /** Milliseconds between two looks at a job. */
  poll: number;
  /** The shorter side, in pixels, that a clip must have; 768 is asked for. */
  minShorterSide?: number;
}

const maxDownloads = 3;
/** How often a success may come without its file before it is taken for a failure. */
const maxEmptySuccesses = 3;
/** MiniMax wants more than 300 pixels on the shorter side; our smallest photos have exactly 300. */
const smallestSide = 320;

/** MiniMax's video API: Hailuo by its first version, H3 by its second. */
export function createMinimaxService(options: MinimaxServiceOptions): RemoteService {
  const api = createMinimaxApi(options);
  const protocol = protocolFor(options.model);
  const { model, minShorterSide = 700 } = options;
  return {
    name: 'minimax',
    note:
      `Made by software: Memori had a still photo animated by MiniMax (${model}). ` +
      'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
    async submit({ photoPath, prompt, signal }) {
      const image = `data:image/jpeg;base64,${(await largeEnough(photoPath)).toString('base64')}`;
      return protocol.create(api, { model, image, prompt }, signal);
    },
    collect: (id, request) => collect(options, { api, protocol, id }, request),
    async expect({ photoPath }) {
      const { width, height } = await sharp(photoPath).metadata();
      return { minShorterSide, aspect: width / height };
    },
    // Neither version has a call for it.
    cancel: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

async function largeEnough(photoPath: string): Promise<Buffer> {
  const photo = await readFile(photoPath);
  const { width, height } = await sharp(photo).metadata();
  if (Math.min(width, height) >= smallestSide) return photo;
  const size = { width: smallestSide, height: smallestSide };
  return sharp(photo)
    .resize({ ...size, fit: 'outside' })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

interface Job {
  api: MinimaxApi;
  protocol: MinimaxProtocol;
  id: string;
}

async function collect(options: MinimaxServiceOptions, job: Job, request: CollectRequest): Promise<string> {
  for (let downloads = 1; ; downloads += 1) {
    const reference = await waitUntilDone(options, job, request);
    // An address lives an hour; asking for it anew is what helps where it has expired.
    const addresses = await ask(
      () => job.protocol.locate(job.api, reference, request.signal),
      options.poll,
      request.signal,
    );
    try {
      return await fetchClip(options, addresses, request);
    } catch (error) {
      if (!(error instanceof HttpError) && !(error instanceof ClipError)) throw error;
      const message = `the clip can't be downloaded: ${error.message}`;
      const forbidden = error instanceof HttpError && error.reason.startsWith('forbidden');
      if (forbidden)
        throw new RemoteError('operator', `${message} (MINIMAX_DOWNLOAD_HOSTS)`, { cause: error });
      if (downloads === maxDownloads) throw new RemoteError('failed', message, { cause: error });
      await sleep(options.poll / 10, request.signal);
    }
  }
}

const reports: Record<'preparing' | 'queueing' | 'processing', AnimationProgress> = {
  preparing: { stage: 'analyzing', progress: null, providerStatus: 'preparing' },
  queueing: { stage: 'analyzing', progress: null, providerStatus: 'queueing' },
  processing: { stage: 'generating', progress: null, providerStatus: 'processing' },
};

/** Looks at the job until it has ended; resolves with what leads to its clip. Throws RemoteError. */
async function waitUntilDone(
  { poll }: MinimaxServiceOptions,
  { api, protocol, id }: Job,
  { signal, onProgress }: CollectRequest,
): Promise<string> {
  let emptySuccesses = 0;
  for (;;) {
    const state = await ask(() => protocol.query(api, id, signal), poll, signal);
    if (state.status === 'failed') throw state.error;
    if (state.status !== 'done') onProgress(reports[state.status]);
    else if (state.reference !== '') {
      onProgress({ stage: 'finalizing', progress: null });
      return state.reference;
    } else if (++emptySuccesses >= maxEmptySuccesses)
      throw new RemoteError('failed', 'a success without a clip');
    await sleep(poll, signal);
  }
}

/** Downloads from the first address that serves a video. Throws HttpError or ClipError of the last. */
async function fetchClip(
  { baseUrl, downloadHosts, limits = usualLimits }: MinimaxServiceOptions,
  addresses: readonly string[],
  { workDir, signal }: CollectRequest,
): Promise<string> {
  const file = join(workDir, 'foreign-clip');
  const policy: DownloadPolicy = {
    ...{ idleMilliseconds: limits.idle, totalMilliseconds: limits.download },
    hosts: downloadHosts,
    // Plain http is only accepted for a base address outside production (server/env.ts): an emulator's.
    trustedOrigin: baseUrl.startsWith('http:') ? baseUrl : undefined,
    maxBytes: limits.bytes,
  };
  let failure: unknown;
  for (const address of addresses) {
    try {
      await download(address, file, policy, signal);
      await foreignInput(file);
      return file;
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
    }
  }
  throw failure;
}
