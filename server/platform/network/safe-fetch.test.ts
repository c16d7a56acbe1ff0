import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type DownloadPolicy, download } from './safe-fetch.ts';

let folder: string;
let file: string;
/** Both listen on this machine: `own` is the operator's trusted server, `trap` is what an attacker would target. */
let own: Server;
let trap: Server;
let ownUrl: string;
let trapPort: number;
let answer: RequestListener;
let trapped: number;

async function listen(listener: RequestListener): Promise<[Server, number]> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return [server, (server.address() as AddressInfo).port];
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memori-fetch-'));
  file = path.join(folder, 'clip.mp4');
  let port: number;
  [own, port] = await listen((req, res) => answer(req, res));
  ownUrl = `http://127.0.0.1:${port}`;
  [trap, trapPort] = await listen((_req, res) => res.end('secret'));
  trapped = 0;
  trap.on('connection', () => (trapped += 1));
});
afterEach(async () => {
  for (const name of await readdir(folder)) await rm(path.join(folder, name));
  if (trapped > 0) throw new Error(`the trap was reached ${trapped} times`);
});
afterAll(async () => {
  for (const server of [own, trap]) {
    server.closeAllConnections();
    server.close();
  }
  await rm(folder, { recursive: true });
});

const policy = (more: Partial<DownloadPolicy> = {}): DownloadPolicy => ({
  hosts: ['cdn.example.com', '*.video.example'],
  trustedOrigin: ownUrl,
  maxBytes: 100_000,
  idleMilliseconds: 2000,
  totalMilliseconds: 10_000,
  resolve: () => Promise.resolve(['127.0.0.1']),
  ...more,
});
const fetchIt = (url: string, more?: Partial<DownloadPolicy>, signal = new AbortController().signal) =>
  download(url, file, policy(more), signal);

test('downloads a file from the operator’s own server', async () => {
  answer = (_req, res) => res.end(Buffer.alloc(50_000, 7));
  expect(await fetchIt(`${ownUrl}/a`)).toBe(50_000);
  expect(await readFile(file)).toHaveLength(50_000);
});

/** 30 addresses that a provider's response might contain, each with the reason why it is not fetched. */
const hostile: [url: string, reason: string][] = [
  ['', 'forbidden-url'],
  ['clip.mp4', 'forbidden-url'],
  ['//cdn.example.com/clip.mp4', 'forbidden-url'],
  ['file:///etc/passwd', 'forbidden-url'],
  ['ftp://cdn.example.com/clip.mp4', 'forbidden-url'],
  ['data:video/mp4;base64,AAAA', 'forbidden-url'],
  ['gopher://127.0.0.1:PORT/_', 'forbidden-url'],
  ['javascript:alert(1)', 'forbidden-url'],
  ['blob:https://cdn.example.com/1', 'forbidden-url'],
  ['http://cdn.example.com/clip.mp4', 'forbidden-url'],
  ['http://127.0.0.1:PORT/', 'forbidden-url'],
  ['https://127.0.0.1:PORT/', 'forbidden-url'],
  ['https://127.0.0.1/', 'forbidden-url'],
  ['https://2130706433/', 'forbidden-url'],
  ['https://0x7f.0.0.1/', 'forbidden-url'],
  ['https://0177.0.0.1/', 'forbidden-url'],
  ['https://127.1/', 'forbidden-url'],
  ['https://[::1]/', 'forbidden-url'],
  ['https://[::ffff:127.0.0.1]/', 'forbidden-url'],
  ['https://169.254.169.254/latest/meta-data/', 'forbidden-url'],
  ['https://localhost/', 'forbidden-url'],
  ['https://metadata.google.internal/', 'forbidden-url'],
  ['https://evil.example/clip.mp4', 'forbidden-url'],
  ['https://cdn.example.com.evil.example/clip.mp4', 'forbidden-url'],
  ['https://evilvideo.example/clip.mp4', 'forbidden-url'],
  ['https://cdn.example.com@evil.example/clip.mp4', 'forbidden-url'],
  ['https://user:word@cdn.example.com/clip.mp4', 'forbidden-url'],
  ['https://cdn.example.com:PORT/clip.mp4', 'forbidden-url'],
  // Their names are allowed; the addresses they resolve to are not.
  ['https://cdn.example.com/clip.mp4', 'forbidden-address'],
  ['https://a.video.example/clip.mp4', 'forbidden-address'],
];

test.each(hostile)('%s is not fetched', async (url, reason) => {
  await expect(fetchIt(url.replace('PORT', String(trapPort)))).rejects.toMatchObject({
    name: 'HttpError',
    reason,
    reached: false,
  });
  expect(await readdir(folder)).toEqual([]);
});

test('there are 30 hostile addresses', () => {
  expect(hostile).toHaveLength(30);
});

test.each([
  ['all of several are private', ['10.0.0.1', '127.0.0.1']],
  ['the cloud’s own data', ['169.254.169.254']],
  ['mapped into IPv6', ['::ffff:10.0.0.1']],
  ['translated', ['64:ff9b::7f00:1']],
  ['translated by a network of one’s own', ['64:ff9b:1::5db8:d822']],
  ['none', []],
])('a listed host with a bad DNS answer: %s', async (_what, addresses) => {
  const resolve = () => Promise.resolve(addresses);
  await expect(fetchIt('https://cdn.example.com/', { resolve })).rejects.toMatchObject({
    reason: 'forbidden-address',
  });
});

test('resolves a name only once, and connects to the address that was checked', async () => {
  const requests: string[] = [];
  const resolve = (name: string) => {
    requests.push(name);
    return Promise.resolve(requests.length === 1 ? ['10.0.0.1'] : ['93.184.216.34']);
  };
  await expect(fetchIt('https://cdn.example.com/', { resolve })).rejects.toMatchObject({
    reason: 'forbidden-address',
  });
  expect(requests).toEqual(['cdn.example.com']);
});

test('no redirect is followed, wherever it leads', async () => {
  for (const location of [`http://127.0.0.1:${trapPort}/`, `${ownUrl}/other`, 'file:///etc/passwd']) {
    answer = (_req, res) => res.writeHead(302, { location }).end();
    await expect(fetchIt(`${ownUrl}/a`)).rejects.toMatchObject({ reason: 'redirect', status: 302 });
  }
});

test('an expired address reports its status', async () => {
  answer = (_req, res) => res.writeHead(403).end('<Error>expired</Error>');
  await expect(fetchIt(`${ownUrl}/a`)).rejects.toMatchObject({ reason: 'status', status: 403 });
});

test('an oversized file is refused by its Content-Length, and cut off without one', async () => {
  answer = (_req, res) => res.writeHead(200, { 'content-length': '1000000000' }).flushHeaders();
  await expect(fetchIt(`${ownUrl}/a`)).rejects.toMatchObject({ reason: 'too-large' });
  let sent = 0;
  answer = (_req, res) => {
    const pour = () => {
      if (res.destroyed) return;
      sent += 16_384;
      res.write(Buffer.alloc(16_384), () => setImmediate(pour));
    };
    pour();
  };
  await expect(fetchIt(`${ownUrl}/a`)).rejects.toMatchObject({ reason: 'too-large' });
  expect(sent).toBeLessThan(20_000_000);
  expect(await readdir(folder)).toEqual([]);
});

test('a download that stalls, drips forever or never begins times out', async () => {
  answer = (_req, res) => void res.write('a');
  await expect(fetchIt(`${ownUrl}/a`, { idleMilliseconds: 100 })).rejects.toMatchObject({
    reason: 'timeout',
  });
  answer = () => undefined;
  await expect(fetchIt(`${ownUrl}/a`, { idleMilliseconds: 100 })).rejects.toMatchObject({
    reason: 'timeout',
  });
  answer = (_req, res) => {
    const drip = setInterval(() => res.write('a'), 20);
    res.on('close', () => clearInterval(drip));
  };
  await expect(fetchIt(`${ownUrl}/a`, { totalMilliseconds: 300 })).rejects.toMatchObject({
    reason: 'timeout',
  });
  expect(await readdir(folder)).toEqual([]);
});

test('a server that changes the protocol instead of answering has broken off', async () => {
  answer = (_req, res) => {
    res.socket?.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n');
  };
  await expect(fetchIt(`${ownUrl}/a`)).rejects.toMatchObject({ reason: 'network', reached: true });
  expect(await readdir(folder)).toEqual([]);
});

test('a download that breaks off counts as incomplete', async () => {
  answer = (_req, res) => {
    res.writeHead(200, { 'content-length': '1000' });
    res.write('half', () => res.destroy());
  };
  await expect(fetchIt(`${ownUrl}/a`)).rejects.toMatchObject({ reason: 'incomplete' });
  expect(await readdir(folder)).toEqual([]);
});

test('an abort stops it with the signal’s reason', async () => {
  const abort = new AbortController();
  answer = (_req, res) => {
    res.write('a');
    abort.abort(new Error('stopped'));
  };
  await expect(fetchIt(`${ownUrl}/a`, {}, abort.signal)).rejects.toThrow('stopped');
  expect(await readdir(folder)).toEqual([]);
});
