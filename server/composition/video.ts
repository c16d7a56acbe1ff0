import path from 'node:path';
import type pg from 'pg';
import type { ProviderName } from '#shared/providers.ts';
import type { Env } from '../config/env.ts';
import { createClipNormaliser } from '../engine/conform/normalise.ts';
import type { Ffmpeg } from '../engine/ffmpeg/ffmpeg.ts';
import type { Logger } from '../platform/logging/logger.ts';
import { createThrottle } from '../platform/concurrency/throttle.ts';
import { createComfyProvider } from '../providers/video/comfyui/comfyui.ts';
import { loadWorkflow } from '../providers/video/comfyui/workflow.ts';
import { createFallbackProvider } from '../providers/video/fallback.ts';
import { createLocalProvider } from '../providers/video/local.ts';
import { createMinimaxProvider } from '../providers/video/minimax/minimax.ts';
import { withSamples } from '../providers/video/samples.ts';
import { withPreprocessing } from '../providers/video/preprocessing.ts';
import type { VideoProvider } from '../providers/video/types.ts';
import { startComfyEmulator } from '../emulators/comfyui/emulator.ts';
import { startMinimaxEmulator } from '../emulators/minimax/emulator.ts';

interface VideoTools {
  env: Env;
  pool: pg.Pool;
  ffmpeg: Ffmpeg;
  logger: Logger;
}

/** How long to pause submissions to a provider whose operator has to act. */
const pauseSeconds = 300;
/** The share of a task's time that is reserved for the fallback provider. */
const reserved = 0.25;
const exampleWorkflow = path.resolve(import.meta.dirname, '../../docs/comfyui/wan2.2-image-to-video.json');

/**
 * Opens the configured video provider. Outside production, an emulator replaces MiniMax without a key or ComfyUI
 * without an address. Throws StartError if the workflow can't be used.
 */
export async function openVideo(tools: VideoTools, opened: AsyncDisposableStack): Promise<VideoProvider> {
  const local = createLocalProvider({ ffmpeg: tools.ffmpeg });
  opened.defer(local.close);
  return withSamples(await openUsual(tools, opened), local);
}

async function openUsual(tools: VideoTools, opened: AsyncDisposableStack): Promise<VideoProvider> {
  const { VIDEO_PROVIDER, VIDEO_FALLBACK, VIDEO_DEADLINE } = tools.env;
  const main = await openProvider(VIDEO_PROVIDER, tools, opened);
  opened.defer(main.close);
  if (!VIDEO_FALLBACK) return main;
  const other = await openProvider(VIDEO_FALLBACK, tools, opened);
  opened.defer(other.close);
  const reserve = reserved * VIDEO_DEADLINE * 1000;
  return createFallbackProvider({ main, other, reserve, logger: tools.logger });
}

async function openProvider(
  name: ProviderName,
  tools: VideoTools,
  opened: AsyncDisposableStack,
): Promise<VideoProvider> {
  if (name === 'local') return createLocalProvider({ ffmpeg: tools.ffmpeg });
  return withPreprocessing(await (name === 'minimax' ? openMinimax : openComfy)(tools, opened));
}

async function openMinimax(
  { env, pool, ffmpeg, logger }: VideoTools,
  opened: AsyncDisposableStack,
): Promise<VideoProvider> {
  let { MINIMAX_API_KEY: apiKey, MINIMAX_BASE_URL: baseUrl } = env;
  if (!apiKey) {
    const emulator = await startMinimaxEmulator({ ffmpeg, production: env.production });
    opened.defer(emulator.close);
    ({ apiKey, url: baseUrl } = emulator);
    logger.warn('MINIMAX_API_KEY is not set: MiniMax is emulated');
  }
  return createMinimaxProvider({
    apiKey,
    baseUrl,
    model: env.MINIMAX_MODEL,
    rpm: env.MINIMAX_RPM,
    downloadHosts: env.MINIMAX_DOWNLOAD_HOSTS,
    poll: env.VIDEO_POLL * 1000,
    pauseSeconds,
    logger,
    throttle: createThrottle(pool, 'minimax', env.MINIMAX_RPM),
    normaliser: createClipNormaliser(ffmpeg),
  });
}

/** ComfyUI has its own queue: this limit only spreads simultaneous requests. */
const comfyPerMinute = 600;

async function openComfy(
  { env, pool, ffmpeg, logger }: VideoTools,
  opened: AsyncDisposableStack,
): Promise<VideoProvider> {
  const workflow = await loadWorkflow(env.COMFYUI_WORKFLOW ?? exampleWorkflow);
  let url = env.COMFYUI_URL;
  if (!url) {
    const emulator = await startComfyEmulator({ ffmpeg, production: env.production });
    opened.defer(emulator.close);
    ({ url } = emulator);
    logger.warn('COMFYUI_URL is not set: ComfyUI is emulated');
  }
  return createComfyProvider({
    url,
    workflow,
    privateOnly: env.PRIVATE_MODE,
    poll: env.VIDEO_POLL * 1000,
    pauseSeconds,
    logger,
    throttle: createThrottle(pool, 'comfyui', comfyPerMinute),
    normaliser: createClipNormaliser(ffmpeg),
  });
}
