import { join } from 'node:path';
import { untrustedInput } from '#server/engine/conform/inspect.ts';
import { ClipError } from '#server/engine/join/types.ts';
import { HttpError } from '#server/platform/network/http-request.ts';
import { download, type DownloadPolicy } from '#server/platform/network/safe-fetch.ts';
import { sleep } from './backoff.ts';
import { type RemoteLimits, defaultLimits } from './options.ts';
import { type CollectRequest, RemoteError } from './service.ts';

const maxDownloads = 3;

export interface ClipDownload {
  /**
   * Waits until the clip is available; resolves with its current download addresses, best first. Called again for each
   * attempt, because an address may have expired.
   */
  locate(): Promise<readonly string[]>;
  policy: Pick<DownloadPolicy, 'hosts' | 'trustedOrigin' | 'trustedAddresses'>;
  /** The operator's setting for the allowed download hosts. */
  setting: string;
  limits?: RemoteLimits | undefined;
  /** Polling interval in milliseconds. */
  poll: number;
}

/** Downloads a clip into the work folder, in up to three attempts; resolves with its path. Throws RemoteError. */
export async function downloadClip(
  { locate, policy, setting, limits = defaultLimits, poll }: ClipDownload,
  { workDir, signal }: CollectRequest,
): Promise<string> {
  const file = join(workDir, 'foreign-clip');
  const { idle, download: total, bytes } = limits;
  const bounded = { ...policy, idleMilliseconds: idle, totalMilliseconds: total, maxBytes: bytes };
  for (let tries = 1; ; tries += 1) {
    const error = await tryEach(await locate(), file, bounded, signal);
    if (!error) return file;
    const message = `the clip can't be downloaded: ${error.message}`;
    if (error instanceof HttpError && error.reason.startsWith('forbidden'))
      throw new RemoteError('rejected', `${message} (${setting})`, { cause: error });
    if (tries === maxDownloads) throw new RemoteError('failed', message, { cause: error });
    await sleep(poll / 10, signal);
  }
}

/** Downloads from the first address that serves a video. Returns null, or the last address's error. */
async function tryEach(
  addresses: readonly string[],
  file: string,
  policy: DownloadPolicy,
  signal: AbortSignal,
): Promise<HttpError | ClipError | null> {
  let failure: HttpError | ClipError = new ClipError('it has no address');
  for (const address of addresses) {
    try {
      await download(address, file, policy, signal);
      await untrustedInput(file);
      return null;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof HttpError) && !(error instanceof ClipError)) throw error;
      failure = error;
    }
  }
  return failure;
}
