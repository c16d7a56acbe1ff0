import { hash, randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sharp } from '#server/platform/image.ts';
import type { AnimationRequest } from '../types.ts';
import { downloadClip } from '../remote/download-clip.ts';
import { type RemoteLimits, defaultLimits } from '../remote/options.ts';
import type { RemoteService } from '../remote/service.ts';
import { type ComfyApi, createComfyApi } from './api.ts';
import { watchGraph } from './watch.ts';
import { fillWorkflow, type Workflow } from './workflow.ts';

export interface ComfyServiceOptions {
  /** Without a trailing slash. */
  url: string;
  workflow: Workflow;
  /** True to connect only to private addresses, checked at connection time: no photo leaves the operator's network. */
  privateOnly: boolean;
  /** Polling interval in milliseconds. */
  poll: number;
  limits?: RemoteLimits;
  /** The minimum shorter side of a clip, in pixels; the workflow decides which size is requested. */
  minShorterSide?: number;
}

const cancelMilliseconds = 5000;
/** Samplers accept 64 bits; JavaScript integers are safe up to 53, and randomInt is limited to 48. */
const seeds = 2 ** 48 - 1;

/** The operator's ComfyUI server, running the operator's workflow. */
export function createComfyService(options: ComfyServiceOptions): RemoteService {
  const { url, workflow, privateOnly, limits = defaultLimits, minShorterSide = 240 } = options;
  const addresses = privateOnly ? 'private' : 'any';
  const api = createComfyApi({ url, addresses, timeout: limits.answer });
  return {
    name: 'comfyui',
    maker: { name: 'comfyui', version: hash('sha256', JSON.stringify(workflow)).slice(0, 12), model: null },
    submit: (request) => submit(api, workflow, request),
    collect: (remoteId, request) =>
      downloadClip(
        {
          async locate() {
            const job = readRemoteId(remoteId);
            return [api.viewUrl(await watchGraph({ ...options, ...job, api, addresses }, request))];
          },
          // The operator configures this server, and no other is contacted.
          policy: { hosts: [], trustedOrigin: url, trustedAddresses: addresses },
          setting: 'COMFYUI_URL',
          limits,
          poll: options.poll,
        },
        request,
      ),
    expect: () => Promise.resolve({ minShorterSide }),
    async cancel(remoteId) {
      // A graph that can't be dropped runs to its end; its result is ignored.
      await api
        .drop(readRemoteId(remoteId).promptId, AbortSignal.timeout(cancelMilliseconds))
        .catch(() => undefined);
    },
    close: () => Promise.resolve(),
  };
}

/** Combines both ids into one string: ComfyUI reports progress only to the client that queued the graph. */
const remoteIdOf = (promptId: string, clientId: string): string => `${promptId}@${clientId}`;

function readRemoteId(remoteId: string): { promptId: string; clientId: string } {
  const [promptId = '', clientId = ''] = remoteId.split('@');
  return { promptId, clientId };
}

async function submit(
  api: ComfyApi,
  workflow: Workflow,
  { taskId, photoPath, prompt, signal }: AnimationRequest,
): Promise<string> {
  const photo = await readFile(photoPath);
  const { width, height } = await sharp(photo).metadata();
  const image = await api.upload(photo, `memori-${taskId}.jpg`, signal);
  const seed = randomInt(0, seeds);
  const graph = fillWorkflow(workflow, { image, prompt, task: taskId, seed, aspect: width / height });
  const clientId = `memori-${taskId}`;
  return remoteIdOf(await api.queue(graph, clientId, signal), clientId);
}
