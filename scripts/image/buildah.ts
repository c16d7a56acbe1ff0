import { randomUUID } from 'node:crypto';
import { capture, runVisibly, succeeds } from './program.ts';
import { certificates } from './certificates.ts';
import { localBases } from './local-bases.ts';
import { requireRuntime, runBundle } from './oci-runtime.ts';
import type { Image, ImageTool } from './tool.ts';

// Needs neither namespaces nor an OCI runtime, so it also builds inside other containers and virtual machines.
process.env['BUILDAH_ISOLATION'] ??= 'chroot';

/** Whether buildah is installed. */
export const hasBuildah = (): Promise<boolean> => succeeds('buildah', ['--version']);

interface InspectOutput {
  FromImageID: string;
  FromImageDigest: string;
  Docker: {
    config: {
      Cmd: string[];
      Env: string[];
      User: string;
      WorkingDir: string;
      Healthcheck: { Test: string[] };
    };
  };
}

const inspected = async (tag: string): Promise<InspectOutput> =>
  JSON.parse(await capture('buildah', ['inspect', '--type', 'image', tag])) as InspectOutput;

/** Mounts the image's files in a folder until `release` is called. */
async function mounted(tag: string): Promise<{ folder: string; release: () => Promise<void> }> {
  const container = await capture('buildah', [
    'from',
    '--pull-never',
    '--name',
    `check-${randomUUID()}`,
    tag,
  ]);
  const release = async () => void (await capture('buildah', ['rm', container]));
  try {
    return { folder: await capture('buildah', ['mount', container]), release };
  } catch (error) {
    await release();
    throw error;
  }
}

const units: Record<string, number> = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9 };

/**
 * The total size of all layers as reported by buildah, to three digits. Includes files that a later layer removes,
 * since they are transferred too.
 */
async function bytesOf(tag: string): Promise<number> {
  const [image] = JSON.parse(await capture('buildah', ['images', '--json', tag])) as { size: string }[];
  const [, figure = '', unit = ''] = /^([\d.]+) (\w+)$/.exec(image?.size ?? '') ?? [];
  return Number(figure) * (units[unit] ?? Number.NaN);
}

/** Debian's buildah: needs no daemon, but root for mounting its images. */
export const buildah: ImageTool = {
  name: 'buildah',
  bases: localBases,
  build(context, tag, args) {
    const settings = Object.entries(args).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]);
    const options = ['--layers', '--format', 'docker', ...certificates(), ...settings];
    return runVisibly('buildah', ['build', ...options, '--tag', tag, context]);
  },
  async inspect(tag): Promise<Image> {
    const { FromImageID: id, FromImageDigest: digest } = await inspected(tag);
    return { id, digest, bytes: await bytesOf(tag) };
  },
  async healthCheck(tag) {
    return (await inspected(tag)).Docker.config.Healthcheck.Test.slice(1);
  },
  async start({ image, env }) {
    await requireRuntime();
    const { config } = (await inspected(image)).Docker;
    const { folder, release } = await mounted(image);
    const settings = [...config.Env, ...Object.entries(env).map(([key, value]) => `${key}=${value}`)];
    const bundle = { root: folder, args: config.Cmd, env: settings, cwd: config.WorkingDir };
    return runBundle(bundle, release);
  },
  async remove(tag) {
    await capture('buildah', ['rmi', '--force', tag]);
  },
};
