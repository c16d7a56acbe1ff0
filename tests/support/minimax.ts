import {
  createMinimaxProvider,
  type MinimaxProviderOptions,
} from '#server/providers/video/minimax/minimax.ts';
import { type MinimaxEmulator, startMinimaxEmulator } from '#server/emulators/minimax/emulator.ts';
import type { MinimaxEmulatorOptions } from '#server/emulators/minimax/state.ts';
import { openRemoteBench, type RemoteBench, smallLimits, smallSide } from './remote-bench.ts';

export type MinimaxBench = RemoteBench<MinimaxEmulator>;

/** MiniMax's adapter and emulator, both with short delays. */
export function openMinimaxBench(
  emulatorOptions: Partial<MinimaxEmulatorOptions> = {},
  providerOptions: Partial<MinimaxProviderOptions> = {},
): Promise<MinimaxBench> {
  return openRemoteBench(async ({ ffmpeg, ...tools }) => {
    const paces = { preparing: 20, queueing: 20, processing: 20 };
    const quick = { ffmpeg, production: false, side: smallSide, paces };
    const emulator = await startMinimaxEmulator({ ...quick, ...emulatorOptions });
    const provider = createMinimaxProvider({
      apiKey: emulator.apiKey,
      baseUrl: emulator.url,
      model: 'MiniMax-Hailuo-2.3',
      rpm: 60_000,
      downloadHosts: ['cdn.example.com'],
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
