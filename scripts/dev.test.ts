import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'memori-dev-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }));

test.skipIf(process.platform === 'win32')(
  'the server with hot reload stops its database when it and its process group receive a signal',
  async () => {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'dev.ts')], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const ended = once(child, 'exit');
    for await (const line of createInterface(child.stdout)) if (line.startsWith('Memori is ready')) break;
    process.kill(-(child.pid ?? Number.NaN), 'SIGTERM');
    child.kill('SIGTERM');
    await ended;
    expect(await readdir(path.join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
  },
);
