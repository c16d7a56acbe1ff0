import { join } from 'node:path';
import { foreignInput } from '../../../engine/conform/inspect.ts';
import { ClipError } from '../../../engine/join/types.ts';
import { HttpError } from '../../../platform/http-request.ts';
import { download, type DownloadPolicy } from '../../../platform/safe-fetch.ts';
import { sleep } from './backoff.ts';
import { type RemoteLimits, usualLimits } from './options.ts';
import { type CollectRequest, RemoteError } from './service.ts';

const maxDownloads = 3;

export interface ClipDownload {
  /**
   * Waits until the clip is there; resolves with the addresses that it can be downloaded from now, the best first. Asked
   * anew for each try: that is what helps where an address has expired.
   */
  locate(): Promise<readonly string[]>;
  policy: Pick<DownloadPolicy, 'hosts' | 'trustedOrigin' | 'trustedAddresses'>;
  /** The operator's, that says where clips may come from. */
  setting: string;
  limits?: RemoteLimits | undefined;
  /** Milliseconds between two looks at the work. */
  poll: number;
}

/** Downloads a clip into the work folder, in three tries at most; resolves with its path. Throws RemoteError. */
export async function downloadClip(
  { locate, policy, setting, limits = usualLimits, poll }: ClipDownload,
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

/** Downloads from the first address that serves a video. Null, or what went wrong at the last. */
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
      await foreignInput(file);
      return null;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof HttpError) && !(error instanceof ClipError)) throw error;
      failure = error;
    }
  }
  return failure;
}
