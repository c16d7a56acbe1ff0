import { openAsBlob } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { createMemori, MemoriError } from '#sdk/memori.ts';
import { loadEnvFile, SettingError } from '#server/config/env.ts';
import type { AnimationOptions } from '#shared/motion/movements.ts';
import { FatalError, type Maker } from './maker.ts';

/** The share of the progress bar for the upload: the rest is for the video. */
const sendingShare = 0.1;

const inVain: Record<string, (error: MemoriError, url: string) => string> = {
  unreachable: (error) => `${error.message}.`,
  unexpected_answer: ({ message }, url) => `${url} is no Memori: ${message}.`,
  not_signed_in: (_, url) => `${url} does not know MEMORI_TOKEN.`,
  invalid_token: (_, url) => `${url} does not know MEMORI_TOKEN. Tokens are made on its account page.`,
  token_scope_missing: () => 'MEMORI_TOKEN needs the scopes generate and read.',
  insufficient_credits: ({ message }, url) => `${message}. More are sold on ${url}/packages`,
};

/** Converts an error for the user: a FatalError if another photo would fail too, saying when to retry if known. */
function told(error: unknown, url: string): unknown {
  if (!(error instanceof MemoriError)) return error;
  const hopeless = inVain[error.code];
  if (hopeless) return new FatalError(hopeless(error, url), { cause: error });
  if (error.status === 429 && error.retryAfterSeconds !== undefined) {
    return new FatalError(`${error.message} (in ${Math.ceil(error.retryAfterSeconds)} s)`, {
      cause: error,
    });
  }
  return error;
}

/**
 * Makes videos on the Memori server at `url`, with the token in MEMORI_TOKEN (or `.env`). Tasks that are stopped before
 * they have started are canceled there. Throws SettingError without a token, and
 * like `loadEnvFile`.
 */
export function remoteMaker(url: string, { restore, ...options }: AnimationOptions): Maker {
  loadEnvFile();
  const token = process.env['MEMORI_TOKEN'];
  if (!token)
    throw new SettingError(
      'MEMORI_TOKEN is not set: --remote needs an API token, made on the account page there',
    );
  const memori = createMemori({ baseUrl: url, token });
  return {
    // Remote videos can take minutes each; a server accepts few concurrent uploads per user.
    atOnce: 4,
    async make({ photo, video, signal, onProgress }) {
      try {
        const made = await memori.animate(await openAsBlob(photo), {
          ...options,
          restore: restore ? true : undefined,
          filename: basename(photo),
          signal,
          onUpload: (share) => onProgress(share * sendingShare),
          onProgress: ({ progress }) => onProgress(sendingShare + (progress / 100) * (1 - sendingShare)),
        });
        await writeFile(`${video}.part`, made.video.stream());
        await rename(`${video}.part`, video);
      } catch (error) {
        await rm(`${video}.part`, { force: true });
        throw told(error, url.replace(/\/+$/, ''));
      }
    },
    close: async () => {},
  };
}
