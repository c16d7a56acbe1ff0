import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
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
  'the server with hot reload renders documents, and stops its database with its process group',
  async () => {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'dev.ts')], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const ended = once(child, 'exit');
    let address = '';
    for await (const line of createInterface(child.stdout)) {
      address = /^Memori is ready: (\S+)$/.exec(line)?.[1] ?? '';
      if (address) break;
    }
    const textAt = async (page: string) => (await fetch(address + page)).text();
    expect(await textAt('/it')).toContain('<html lang="it"');
    expect(await textAt('/en/privacy')).toContain('Privacy');
    expect(await textAt('/en/create')).toContain('src="/src/documents/app/main.tsx"');
    process.kill(-(child.pid ?? Number.NaN), 'SIGTERM');
    child.kill('SIGTERM');
    await ended;
    expect(await readdir(path.join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
  },
);

test('the modules that the server renders live are there', () => {
  const client = path.resolve(import.meta.dirname, '../client');
  const pages = path.resolve(import.meta.dirname, '../server/transport/http/pages');
  const modules = globSync('*.ts', { cwd: pages }).flatMap((file) =>
    [...readFileSync(path.join(pages, file), 'utf8').matchAll(/ssrLoadModule\(\s*'([^']+)'/g)].map(
      ([, module = '']) => module,
    ),
  );
  expect(modules).toHaveLength(3);
  expect(modules.filter((module) => !existsSync(path.join(client, module)))).toEqual([]);
});
