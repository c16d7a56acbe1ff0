import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { capture, runVisibly } from './program.ts';
import { certificates } from './certificates.ts';
import type { Container, Image, ImageTool, Start } from './tool.ts';

/** Docker, or Podman, which has the same command line. */
export function engine(name: string): ImageTool {
  const inspect = async (tag: string, format: string) =>
    capture(name, ['image', 'inspect', '--format', format, tag]);
  return {
    name,
    bases: () => Promise.resolve(null),
    build(context, tag, args) {
      const settings = Object.entries(args).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]);
      return runVisibly(name, ['build', ...certificates(), ...settings, '--tag', tag, context]);
    },
    async inspect(tag): Promise<Image> {
      const [id = '', bytes = ''] = (await inspect(tag, '{{.Id}} {{.Size}}')).split(' ');
      // An image has the registry's digest only after it was pushed; its id is the digest of its configuration.
      return { id, digest: id, bytes: Number(bytes) };
    },
    async healthCheck(tag) {
      const [, ...command] = JSON.parse(await inspect(tag, '{{json .Config.Healthcheck.Test}}')) as string[];
      return command;
    },
    start: (start) => Promise.resolve(run(name, start)),
    async remove(tag) {
      await capture(name, ['image', 'rm', '--force', tag]);
    },
  };
}

function run(program: string, { image, env }: Start): Container {
  const name = `memori-check-${randomUUID()}`;
  const settings = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
  const child = spawn(
    program,
    [
      ...['run', '--rm', '--name', name, '--network', 'host', '--read-only'],
      ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
      ...['--tmpfs', '/tmp', '--tmpfs', '/data:uid=1000,gid=1000,mode=700'],
      ...settings,
      image,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const closed = once(child, 'close');
  return {
    exec: (command) => capture(program, ['exec', name, ...command]),
    ended: closed.then(() => output),
    async stop() {
      child.kill('SIGTERM');
      const [code] = (await closed) as [number | null];
      return code ?? 1;
    },
  };
}
