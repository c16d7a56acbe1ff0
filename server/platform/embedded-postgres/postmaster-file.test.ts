import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { findPostmaster, hasProcess } from './postmaster-file.ts';

test('a server that has not written its file yet is found by its command line, until it ends', async () => {
  const cluster = `/tmp/memori-no-such-cluster-${process.pid}/postgres`;
  expect(hasProcess(cluster)).toBe(false);
  const server = spawn(process.execPath, [
    '-e',
    'process.stdin.resume()',
    '--',
    '-D',
    cluster,
    '-c',
    'port=1',
  ]);
  onTestFinished(() => void server.kill());
  await once(server, 'spawn');
  expect(hasProcess(cluster)).toBe(true);
  expect(hasProcess(`${cluster}-other`)).toBe(false);
  expect(hasProcess(cluster.slice(0, -1))).toBe(false);
  expect(findPostmaster(cluster)).toBeUndefined();
  server.stdin.end();
  await once(server, 'close');
  expect(hasProcess(cluster)).toBe(false);
});
