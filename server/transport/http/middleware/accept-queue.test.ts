import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { listen } from '#server/emulators/lib/listen.ts';
import { acceptQueueLength, createQueueGauge } from './accept-queue.ts';

const listener = `
  const server = require('node:net').createServer((socket) => socket.end('taken'));
  server.listen(0, process.argv[1], () => process.stdout.write(String(server.address().port)));
`;

const loopback = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ internal }) => internal)
  .map(({ address }) => address);

test.skipIf(process.platform !== 'linux').each(loopback)(
  'counts connections that a process on %s has not accepted yet',
  async (host) => {
    const child = spawn(process.execPath, ['-e', listener, host], { stdio: ['ignore', 'pipe', 'inherit'] });
    const sockets: Socket[] = [];
    try {
      const [port] = (await once(child.stdout, 'data')).map(Number) as [number];
      expect(acceptQueueLength(port)).toBe(0);
      child.kill('SIGSTOP');
      const answers = Array.from({ length: 120 }, async () => {
        const socket = connect(port, host);
        sockets.push(socket);
        return String(await once(socket, 'data'));
      });
      await expect.poll(() => acceptQueueLength(port)).toBe(120);
      child.kill('SIGCONT');
      expect(new Set(await Promise.all(answers))).toEqual(new Set(['taken']));
      expect(acceptQueueLength(port)).toBe(0);
    } finally {
      for (const socket of sockets) socket.destroy();
      child.kill('SIGKILL');
    }
  },
);

test('the accept queue is read only after connections, at the port of the server', async () => {
  const { server, url, close } = await listen(() => undefined);
  const port = Number(new URL(url).port);
  const read: number[] = [];
  const length = createQueueGauge(server, (of) => read.push(of) && 120);
  expect([length(), read]).toEqual([0, []]);
  const accepted = once(server, 'connection');
  const socket = connect(port, '127.0.0.1');
  await accepted;
  expect([length(), length(), length()]).toEqual([120, 0, 0]);
  expect(read).toEqual([port]);
  socket.destroy();
  await close();
});
