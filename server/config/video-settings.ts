import type { ProviderName } from '#shared/providers.ts';

/** The settings of the video providers. */
interface VideoSettings {
  /** Whether an emulator may replace a provider without a key or an address. */
  emulatorsAllowed: boolean;
  VIDEO_PROVIDER?: ProviderName | undefined;
  VIDEO_FALLBACK?: ProviderName | undefined;
  PRIVATE_MODE: boolean;
  MINIMAX_API_KEY?: string | undefined;
  MINIMAX_BASE_URL: string;
  COMFYUI_URL?: string | undefined;
  COMFYUI_WORKFLOW?: string | undefined;
}

type ProviderSettings = Pick<VideoSettings, 'VIDEO_PROVIDER' | 'MINIMAX_API_KEY'>;

/** The provider in use: the named one, else MiniMax if there is a key, else the local animator. */
export function providerOf({ VIDEO_PROVIDER: named, MINIMAX_API_KEY: key }: ProviderSettings): ProviderName {
  return named ?? (key ? 'minimax' : 'local');
}

/** An invalid setting and what it should hold. */
interface SettingProblem {
  name: keyof VideoSettings;
  expected: string;
}

/** The first problem with the settings of the providers in use; null if there is none. */
export function videoProblem(settings: VideoSettings): SettingProblem | null {
  const { VIDEO_FALLBACK: fallback, PRIVATE_MODE: isPrivate } = settings;
  const provider = providerOf(settings);
  const usesMinimax = provider === 'minimax' || fallback === 'minimax';
  const usesComfyui = provider === 'comfyui' || fallback === 'comfyui';
  if (fallback === provider) return { name: 'VIDEO_FALLBACK', expected: `another provider than ${provider}` };
  if (isPrivate && usesMinimax)
    return { name: 'PRIVATE_MODE', expected: 'off, as MiniMax is sent the photos' };
  // Emulators replace providers that are not configured.
  if (settings.emulatorsAllowed) return null;
  return (usesMinimax ? minimaxProblem(settings) : null) ?? (usesComfyui ? comfyuiProblem(settings) : null);
}

function minimaxProblem(settings: VideoSettings): SettingProblem | null {
  if (!settings.MINIMAX_API_KEY)
    return { name: 'MINIMAX_API_KEY', expected: 'a key, as MiniMax makes the videos' };
  return settings.MINIMAX_BASE_URL.startsWith('https:')
    ? null
    : { name: 'MINIMAX_BASE_URL', expected: 'an https address' };
}

function comfyuiProblem(settings: VideoSettings): SettingProblem | null {
  if (!settings.COMFYUI_URL)
    return { name: 'COMFYUI_URL', expected: 'an address, as ComfyUI makes the videos' };
  return settings.COMFYUI_WORKFLOW
    ? null
    : { name: 'COMFYUI_WORKFLOW', expected: 'a file, as ComfyUI makes the videos' };
}
