import { expect, test } from 'vitest';
import { readEnv } from './env.ts';

const key = { MINIMAX_API_KEY: 'sk-12345678' };
const comfy = { COMFYUI_URL: 'http://10.0.0.5:8188', COMFYUI_WORKFLOW: './workflow.json' };
const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://memori.example' };
const atPublicAddress = { PUBLIC_URL: 'https://memori.example' };

test.each<[settings: Record<string, string>, provider: string]>([
  [{}, 'local'],
  [key, 'minimax'],
  [{ ...key, VIDEO_PROVIDER: 'local' }, 'local'],
  [{ VIDEO_PROVIDER: 'comfyui', VIDEO_FALLBACK: 'minimax' }, 'comfyui'],
  [{ ...production, ...key, ...comfy, VIDEO_FALLBACK: 'comfyui' }, 'minimax'],
  [{ ...production, ...comfy, VIDEO_PROVIDER: 'comfyui', PRIVATE_MODE: 'on' }, 'comfyui'],
  // An unused key sends no data anywhere.
  [{ ...key, VIDEO_PROVIDER: 'local', PRIVATE_MODE: 'on' }, 'local'],
])('%j: %s makes the videos', (settings, provider) => {
  expect(readEnv(settings)).toMatchObject({ VIDEO_PROVIDER: provider });
});

test.each<[settings: Record<string, string>, name: string]>([
  [{ VIDEO_FALLBACK: 'local' }, 'VIDEO_FALLBACK'],
  [{ ...key, PRIVATE_MODE: 'on' }, 'PRIVATE_MODE'],
  [{ VIDEO_FALLBACK: 'minimax', PRIVATE_MODE: 'on' }, 'PRIVATE_MODE'],
  [{ ...production, VIDEO_PROVIDER: 'minimax' }, 'MINIMAX_API_KEY'],
  [{ ...production, VIDEO_FALLBACK: 'minimax' }, 'MINIMAX_API_KEY'],
  [{ ...production, ...key, MINIMAX_BASE_URL: 'http://api.minimax.io' }, 'MINIMAX_BASE_URL'],
  [{ ...production, VIDEO_PROVIDER: 'comfyui' }, 'COMFYUI_URL'],
  [{ ...production, ...comfy, COMFYUI_WORKFLOW: '', VIDEO_PROVIDER: 'comfyui' }, 'COMFYUI_WORKFLOW'],
  // Emulators are not used at a public address, even outside production.
  [{ ...atPublicAddress, VIDEO_PROVIDER: 'minimax' }, 'MINIMAX_API_KEY'],
  [{ ...atPublicAddress, VIDEO_PROVIDER: 'comfyui' }, 'COMFYUI_URL'],
  [{ VIDEO_DEADLINE: '20' }, 'VIDEO_DEADLINE'],
  [{ VIDEO_DEADLINE: '3h' }, 'VIDEO_DEADLINE'],
  [{ MINIMAX_RPM: '0' }, 'MINIMAX_RPM'],
  [{ MINIMAX_DOWNLOAD_HOSTS: '*' }, 'MINIMAX_DOWNLOAD_HOSTS'],
  [{ MINIMAX_DOWNLOAD_HOSTS: 'https://cdn.example.com' }, 'MINIMAX_DOWNLOAD_HOSTS'],
])('%j prevents startup, and the error names %s', (settings, name) => {
  expect(() => readEnv(settings)).toThrow(new RegExp(`^${name} holds .*; it should hold .+\\.$`));
});

test('neither a key nor an address with a password is repeated in errors', () => {
  expect(() => readEnv({ MINIMAX_API_KEY: 'sk-1' })).toThrow(
    /^MINIMAX_API_KEY holds a value that is not shown/,
  );
  expect(() => readEnv({ SMTP_URL: 'http://user:secret@mail' })).toThrow(
    /^SMTP_URL holds a value that is not/,
  );
});
