import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AddressRule, Resolve } from './addresses.ts';
import { HttpError, openRequest } from './http-request.ts';
import type { OutboundAddress } from './outbound-address.ts';

/** The limits of a download. */
export interface DownloadLimits {
  maxBytes: number;
  /** Maximum time without receiving a byte. */
  idleMilliseconds: number;
  /** Maximum total time. */
  totalMilliseconds: number;
  /** How names are resolved; defaults to that of the address rule. */
  resolve?: Resolve;
}

/** What a download is permitted to access. */
export interface DownloadPolicy extends DownloadLimits {
  /** Host names allowed, using https on the default port: `cdn.example.com`, or `*.example.com` for all subdomains. */
  hosts: readonly string[];
  /** One origin that is used as it is, at any address by default: the operator's own server. */
  trustedOrigin?: string | undefined;
  trustedAddresses?: AddressRule;
}

/**
 * Downloads an untrusted URL from another server's response into `filePath`, and resolves with its size in bytes. Only
 * https, only listed hosts, only public addresses, checked at connection time; no redirects are followed. Leaves no
 * file on failure. Throws HttpError, or the signal's reason once it is aborted.
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

/** Downloads from an address that has already been checked into `filePath`; otherwise like `download`. */
export async function downloadFrom(
  { url, addresses }: OutboundAddress,
  filePath: string,
  limits: DownloadLimits,
  signal: AbortSignal,
): Promise<number> {
  const overall = AbortSignal.timeout(limits.totalMilliseconds);
  const either = AbortSignal.any([signal, overall]);
  try {
    const response = await openRequest(url, {
      addresses,
      resolve: limits.resolve,
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

/** Checks a URL by its text; the address it resolves to is checked when connecting. */
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
