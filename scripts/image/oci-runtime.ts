import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capture, ImageError, succeeds } from './program.ts';
import type { Container } from './tool.ts';

interface Bundle {
  /** The image's files. */
  root: string;
  args: string[];
  env: string[];
  cwd: string;
}

const user = 1000;
const capabilities = { bounding: [], effective: [], permitted: [], inheritable: [], ambient: [] };

/**
 * The process, in terms of the OCI runtime specification: runs as the image's user, without capabilities or a way to
 * gain any.
 */
const processOf = ({ args, env, cwd }: Bundle) => ({
  user: { uid: user, gid: user },
  args,
  env,
  cwd,
  capabilities,
  noNewPrivileges: true,
});

const tmpfs = (destination: string, ...options: string[]) => ({
  destination,
  type: 'tmpfs',
  source: 'tmpfs',
  options: ['nosuid', ...options],
});

/** Its environment: a read-only root, writable /data and /tmp; shares the machine's network, but not its processes. */
const configOf = (bundle: Bundle) => ({
  ociVersion: '1.0.2',
  process: processOf(bundle),
  root: { path: bundle.root, readonly: true },
  mounts: [
    { destination: '/proc', type: 'proc', source: 'proc' },
    tmpfs('/dev', 'mode=755', 'size=65536k'),
    tmpfs('/dev/shm', 'nodev', 'mode=1777', 'size=65536k'),
    tmpfs('/tmp', 'nodev', 'mode=1777'),
    tmpfs('/data', 'nodev', 'mode=700', `uid=${user}`, `gid=${user}`),
    ...['/etc/resolv.conf', '/etc/hosts'].map((file) => ({
      destination: file,
      type: 'bind',
      source: file,
      options: ['bind', 'ro'],
    })),
  ],
  linux: { namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })) },
});

/** Throws ImageError with one line that says what to install if there is no OCI runtime. */
export async function requireRuntime(): Promise<void> {
  if (!(await succeeds('runc', ['--version'])))
    throw new ImageError('To start an image without an engine: sudo apt-get install runc');
}

/** Starts a program in an image's file system with runc. `release` is called once it has stopped. */
export async function runBundle(bundle: Bundle, release: () => Promise<void>): Promise<Container> {
  const folder = await mkdtemp(join(tmpdir(), 'memori-bundle-'));
  await writeFile(join(folder, 'config.json'), JSON.stringify(configOf(bundle)));
  const id = `memori-check-${randomUUID()}`;
  const child = spawn('runc', ['run', '--bundle', folder, id], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const closed = once(child, 'close');
  const clean = async () => {
    await release();
    await rm(folder, { recursive: true, force: true });
  };
  let stopped: Promise<number> | undefined;
  return {
    async exec(args) {
      const file = join(folder, `${randomUUID()}.json`);
      await writeFile(file, JSON.stringify(processOf({ ...bundle, args: [...args] })));
      return capture('runc', ['exec', '--process', file, id]);
    },
    ended: closed.then(() => output),
    stop() {
      stopped ??= (async () => {
        if (child.exitCode === null) await capture('runc', ['kill', id, 'TERM']);
        const [code] = (await closed) as [number | null];
        await clean();
        return code ?? 1;
      })();
      return stopped;
    },
  };
}
