import { readFile } from 'node:fs/promises';
import { sharp } from '#server/platform/image.ts';
import type { AnimationProgress } from '../types.ts';
import { ask, sleep } from '../remote/backoff.ts';
import { downloadClip } from '../remote/download-clip.ts';
import { type CollectRequest, RemoteError, type RemoteService } from '../remote/service.ts';
import { createMinimaxApi, type MinimaxApi, type MinimaxApiOptions } from './api.ts';
import { type MinimaxProtocol, protocolFor } from './protocol.ts';

export interface MinimaxServiceOptions extends MinimaxApiOptions {
  model: string;
  /** Hosts from which clips may be downloaded (`*.example.com` for all subdomains). */
  downloadHosts: readonly string[];
  /** Polling interval in milliseconds. */
  poll: number;
  /** The minimum shorter side of a clip, in pixels; 768 is requested. */
  minShorterSide?: number;
}

/** How many times a success may arrive without its file before it counts as a failure. */
const maxEmptySuccesses = 3;
/** MiniMax requires more than 300 pixels on the shorter side; our smallest photos have exactly 300. */
const minSide = 320;

/** MiniMax's video API: version 1 for Hailuo, version 2 for H3. */
export function createMinimaxService(options: MinimaxServiceOptions): RemoteService {
  const api = createMinimaxApi(options);
  const protocol = protocolFor(options.model);
  const { model, minShorterSide = 700, baseUrl, downloadHosts: hosts, limits, poll } = options;
  return {
    name: 'minimax',
    maker: { name: 'minimax', version: null, model },
    async submit({ photoPath, prompt, signal }) {
      const image = `data:image/jpeg;base64,${(await largeEnough(photoPath)).toString('base64')}`;
      return protocol.create(api, { model, image, prompt }, signal);
    },
    collect: (id, request) =>
      downloadClip(
        {
          async locate() {
            const reference = await waitUntilDone(options, { api, protocol, id }, request);
            return ask(() => protocol.locate(api, reference, request.signal), poll, request.signal);
          },
          // Plain http is only accepted for a base address outside production (server/config/env.ts): an emulator's.
          policy: { hosts, trustedOrigin: baseUrl.startsWith('http:') ? baseUrl : undefined },
          setting: 'MINIMAX_DOWNLOAD_HOSTS',
          limits,
          poll,
        },
        request,
      ),
    async expect({ photoPath }) {
      const { width, height } = await sharp(photoPath).metadata();
      return { minShorterSide, aspect: width / height };
    },
    // Neither version has a call for this.
    cancel: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

async function largeEnough(photoPath: string): Promise<Buffer> {
  const photo = await readFile(photoPath);
  const { width, height } = await sharp(photo).metadata();
  if (Math.min(width, height) >= minSide) return photo;
  const size = { width: minSide, height: minSide };
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

const reports: Record<'preparing' | 'queueing' | 'processing', AnimationProgress> = {
  preparing: { stage: 'analyzing', progress: null, providerStatus: 'preparing' },
  queueing: { stage: 'analyzing', progress: null, providerStatus: 'queueing' },
  processing: { stage: 'generating', progress: null, providerStatus: 'processing' },
};

/** Polls the job until it has finished; resolves with the reference to its clip. Throws RemoteError. */
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
