import path from 'node:path';
import { type ComfyProviderOptions, createComfyProvider } from '#server/providers/video/comfyui/comfyui.ts';
import { loadWorkflow } from '#server/providers/video/comfyui/workflow.ts';
import type { ComfyEmulatorOptions } from '#server/emulators/comfyui/api.ts';
import { type ComfyEmulator, startComfyEmulator } from '#server/emulators/comfyui/emulator.ts';
import { openRemoteBench, type RemoteBench, smallLimits, smallSide } from './remote-bench.ts';

export type ComfyBench = RemoteBench<ComfyEmulator>;

const example = path.resolve(import.meta.dirname, '../../docs/comfyui/wan2.2-image-to-video.json');

/** ComfyUI's adapter and emulator, both with short delays, and the documented workflow at a small size. */
export function openComfyBench(
  emulatorOptions: Partial<ComfyEmulatorOptions> = {},
  providerOptions: Partial<ComfyProviderOptions> = {},
): Promise<ComfyBench> {
  return openRemoteBench(async ({ ffmpeg, ...tools }) => {
    const emulator = await startComfyEmulator({
      ffmpeg,
      production: false,
      stepMilliseconds: 5,
      ...emulatorOptions,
    });
    const workflow = await loadWorkflow(example);
    const inputs = workflow['video_latent']?.inputs ?? {};
    Object.assign(inputs, { width: `{{width:${smallSide}}}`, height: `{{height:${smallSide}}}` });
    const provider = createComfyProvider({
      url: emulator.url,
      workflow,
      privateOnly: false,
      poll: 20,
      pauseSeconds: 60,
      limits: smallLimits,
      minShorterSide: 0.9 * smallSide,
      ...tools,
      ...providerOptions,
    });
    return { emulator, provider };
  });
}
