import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AddressRule, Resolve } from './addresses.ts';
import { HttpError, openRequest } from './http-request.ts';
import type { OutsideAddress } from './outside-address.ts';

/** How much a download may take. */
export interface DownloadLimits {
  maxBytes: number;
  /** At most this long without a byte. */
  idleMilliseconds: number;
  /** At most this long in all. */
  totalMilliseconds: number;
  /** How names are resolved; the system's way unless told otherwise. */
  resolve?: Resolve;
}

/** What a download may do. */
export interface DownloadPolicy extends DownloadLimits {
  /** Names that may be asked, by https on its own port: `cdn.example.com`, or `*.example.com` for all below it. */
  hosts: readonly string[];
  /** One origin that is asked as it is, at any address unless told otherwise: the operator's own server. */
  trustedOrigin?: string | undefined;
  trustedAddresses?: AddressRule;
}

/**
 * Downloads what a stranger's answer points to into `filePath`, and resolves with its size in bytes. Only https and
 * only listed hosts, at public addresses, judged when connecting; no redirect is followed. Leaves no file where it fails.
 * Throws HttpError, or the signal's reason once it is aborted.
 */
export async function download(
  address: string,
  filePath: string,
  policy: DownloadPolicy,
  signal: AbortSignal,
): Promise<number> {
  const url = judge(address, policy);
  const addresses = isTrusted(url, policy) ? (policy.trustedAddresses ?? 'any') : 'public';
  return downloadFrom({ url, addresses }, filePath, policy, signal);
}

/** Downloads from an address that is judged already into `filePath`, otherwise as `download`. */
export async function downloadFrom(
  { url, addresses }: OutsideAddress,
  filePath: string,
  limits: DownloadLimits,
  signal: AbortSignal,
): Promise<number> {
  const overall = AbortSignal.timeout(limits.totalMilliseconds);
  const either = AbortSignal.any([signal, overall]);
  try {
    const response = await openRequest(url, {
      ...{ addresses, resolve: limits.resolve },
      timeoutMilliseconds: limits.idleMilliseconds,
      signal: either,
    });
    return await receive(response, filePath, limits, either);
  } catch (error) {
    await rm(filePath, { force: true });
    signal.throwIfAborted();
    if (overall.aborted) throw new HttpError('timeout', 'the download takes too long', { reached: true });
    throw error;
  }
}

function isTrusted(url: URL, { trustedOrigin }: DownloadPolicy): boolean {
  return trustedOrigin !== undefined && url.origin === new URL(trustedOrigin).origin;
}

/** Refuses an address by what it says; where its name leads is judged when connecting. */
function judge(address: string, policy: DownloadPolicy): URL {
  const refuse = (why: string) => new HttpError('forbidden-url', why, { reached: false });
  const url = URL.parse(address);
  if (!url) throw refuse('not an address');
  if (url.username || url.password) throw refuse('it carries credentials');
  if (isTrusted(url, policy)) return url;
  if (url.protocol !== 'https:') throw refuse(`${url.protocol} is not https:`);
  if (url.port) throw refuse(`port ${url.port}`);
  if (!policy.hosts.some((pattern) => matches(url.hostname, pattern)))
    throw refuse(`${url.hostname} is not on the list`);
  return url;
}

function matches(hostname: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : hostname === pattern;
}

async function receive(
  response: IncomingMessage,
  filePath: string,
  { maxBytes, idleMilliseconds }: DownloadLimits,
  signal: AbortSignal,
): Promise<number> {
  const fault = (reason: 'too-large' | 'incomplete' | 'timeout', message: string) =>
    new HttpError(reason, message, { reached: true });
  const status = response.statusCode ?? 0;
  if (status !== 200) {
    response.destroy();
    throw new HttpError('status', `answered ${status}`, { reached: true, status });
  }
  const announced = response.headers['content-length'];
  if (Number(announced ?? 0) > maxBytes) {
    response.destroy();
    throw fault('too-large', `${announced} bytes are announced`);
  }
  let bytes = 0;
  const idle = setTimeout(() => response.destroy(fault('timeout', 'the download stalls')), idleMilliseconds);
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      idle.refresh();
      if (bytes > maxBytes) done(fault('too-large', `more than ${maxBytes} bytes`));
      else done(null, chunk);
    },
  });
  try {
    await pipeline(response, meter, createWriteStream(filePath, { mode: 0o600 }), { signal });
  } catch (cause) {
    if (cause instanceof HttpError) throw cause;
    throw new HttpError('incomplete', 'the download broke off', { cause, reached: true });
  } finally {
    clearTimeout(idle);
  }
  return bytes;
}
