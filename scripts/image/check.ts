import { randomUUID } from 'node:crypto';
import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { freePort } from '#server/platform/embedded-postgres/free-port.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';
import { drawSamplePhoto } from '../bench/lib/sample-photo.ts';
import { makeAlbum, makeVideo, signUp } from '../lib/customer.ts';
import type { Container, ImageTool } from './tool.ts';

interface Built {
  tool: ImageTool;
  tag: string;
  /** The repository. */
  root: string;
  /** The build arguments that it was built with. */
  bases: Record<string, string>;
  bytes: number;
}

const maxMegabytes = 600;
const maxRebuildSeconds = 60;

/** Prints the result of each check, and remembers whether all have passed. */
class CheckResults {
  passed = true;

  async check(what: string, run: () => Promise<string>): Promise<void> {
    try {
      console.log(`ok: ${what}: ${await run()}`);
    } catch (error) {
      this.passed = false;
      console.log(`FAILED: ${what}: ${(error as Error).message}`);
    }
  }
}

function expect(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

/**
 * Starts the image as an operator should (read-only, as an unprivileged user, without capabilities, with its own
 * PostgreSQL) and tests its main functions. Prints a line for each check; returns whether all have passed.
 */
export async function checkImage(built: Built): Promise<boolean> {
  const results = new CheckResults();
  await results.check('size', () => {
    const megabytes = Math.round(built.bytes / 1e6);
    expect(megabytes <= maxMegabytes, `${megabytes} MB, more than ${maxMegabytes} MB`);
    return Promise.resolve(`${megabytes} MB`);
  });
  await withContainer(built, async (container, url) => {
    await checkPermissions(results, container);
    await checkPrograms(results, container);
    await checkNotices(results, container);
    await results.check('health check', async () => {
      const command = await built.tool.healthCheck(built.tag);
      await container.exec(command);
      return `${command[0]} answers 0`;
    });
    await checkWork(results, container, url);
    await results.check('stop', async () => {
      const startedAt = performance.now();
      const status = await container.stop();
      expect(status === 0, `exit status ${status}`);
      return `${((performance.now() - startedAt) / 1000).toFixed(1)} s after SIGTERM, exit status 0`;
    });
  });
  await reportRebuild(built);
  return results.passed;
}

/** Runs `visit` with the image started and ready, then stops it. Throws with its output if it exits early. */
async function withContainer(
  { tool, tag }: Built,
  visit: (container: Container, url: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'memori-image-'));
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres(folder, { fsync: false });
  cleanUp.defer(() => postgres.stop());
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const container = await tool.start({
    image: tag,
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      INSECURE_HTTP: '1',
      DATABASE_URL: postgres.url,
      LOG_LEVEL: 'warn',
    },
  });
  cleanUp.defer(async () => void (await container.stop()));
  const early = container.ended.then((output) => {
    throw new Error(`The container ended: ${output.slice(-2_000)}`);
  });
  await Promise.race([untilReady(url), early]);
  await Promise.race([
    visit(container, url),
    early.catch(() => undefined).then(() => new Promise<never>(() => undefined)),
  ]);
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await delay(250);
  }
}

/** Checks the serving process's privileges as reported by the kernel and the file system. */
async function checkPermissions(results: CheckResults, container: Container): Promise<void> {
  const status = await container.exec(['cat', '/proc/1/status']);
  const field = (name: string) => new RegExp(`^${name}:\\s+(.*)$`, 'm').exec(status)?.[1] ?? '';
  await results.check('user', () => {
    expect(/^1000\s+1000\s+1000\s+1000$/.test(field('Uid')), `Uid ${field('Uid')}`);
    return Promise.resolve('1000');
  });
  await results.check('capabilities', () => {
    for (const set of ['CapPrm', 'CapEff', 'CapBnd'])
      expect(/^0+$/.test(field(set)), `${set} is ${field(set)}`);
    expect(field('NoNewPrivs') === '1', 'new privileges can be had');
    return Promise.resolve('none, and none to be had');
  });
  await results.check('read-only root', async () => {
    const mounts = await container.exec(['cat', '/proc/1/mounts']);
    const options =
      mounts
        .split('\n')
        .findLast((line) => line.split(' ')[1] === '/')
        ?.split(' ')[3] ?? '';
    expect(options.split(',').includes('ro'), `/ is mounted with ${options}`);
    return 'only /data and /tmp can be written';
  });
}

/** Checks that there is exactly one of each program, and its reported version. */
async function checkPrograms(results: CheckResults, container: Container): Promise<void> {
  for (const name of ['node', 'ffmpeg', 'postgres'])
    await results.check(`programs called ${name}`, async () => {
      const find = ['find', '/app', '/opt', '/usr', '-type', 'f', '-name', name, '-perm', '-100'];
      const found = (await container.exec(find)).split('\n').filter(Boolean);
      const expected = name === 'postgres' ? 0 : 1;
      expect(found.length === expected, `${found.length} of them: ${found.join(' ')}`);
      return found.join(' ') || 'none';
    });
  await results.check('versions', async () => {
    const node = await container.exec(['node', '--version']);
    const ffmpeg = await container.exec(['ffmpeg', '-version']);
    return `Node ${node}, ${ffmpeg.split('\n', 1)[0]}`;
  });
}

const documents = '/usr/share/doc/memori';

/** Prints name and version of each package below node_modules, independently of npm. */
const listPackages = `
  for (const file of require('node:fs').globSync('/app/node_modules/**/package.json')) {
    if (!/node_modules\\/(?:@[^/]+\\/)?[^/]+\\/package\\.json$/.test(file)) continue;
    const { name, version } = require(file);
    console.log('pkg:npm/' + name.replace('@', '%40') + '@' + version);
  }`;

/**
 * Checks that the bill of materials and the notices are complete, and that the sources required by the GPL are
 * included.
 */
async function checkNotices(results: CheckResults, container: Container): Promise<void> {
  await results.check('bill of materials', async () => {
    const bom = await container.exec(['cat', `${documents}/sbom.cdx.json`]);
    const wrong: unknown = await new Validation.JsonStrictValidator(Spec.Version.v1dot5).validate(bom);
    expect(wrong === null, `it is no CycloneDX: ${JSON.stringify(wrong)?.slice(0, 500)}`);
    const { components } = JSON.parse(bom) as { components: { purl: string }[] };
    const listed = new Set(components.map(({ purl }) => purl.split('?', 1)[0]));
    const format = 'pkg:deb/debian/${Package} ${Version}\n';
    const debian = (await container.exec(['dpkg-query', '--show', `--showformat=${format}`])).split('\n');
    const packages = (await container.exec(['node', '-e', listPackages])).split('\n');
    const inside = [
      ...packages,
      ...debian.map((line) =>
        line
          .split(' ')
          .map((part, i) => (i ? encodeURIComponent(part) : part))
          .join('@'),
      ),
    ];
    const missing = inside.filter((purl) => !listed.has(purl));
    expect(missing.length === 0, `it lacks ${missing.join(', ')}`);
    return `${components.length} components, of them ${packages.length} of npm and ${debian.length} of Debian inside`;
  });
  await results.check('notices', async () => {
    const notices = await container.exec(['cat', `${documents}/THIRD-PARTY-NOTICES.txt`]);
    for (const name of ['Node.js', 'react', 'sharp', '@fontsource-variable/figtree', 'libx264'])
      expect(notices.includes(`\n${name} `) || notices.includes(`\n${name}-`), `they lack ${name}`);
    return `${(notices.length / 1e6).toFixed(1)} MB`;
  });
  await results.check('source of ffmpeg', async () => {
    const files = (await container.exec(['ls', '/usr/src/memori'])).split('\n');
    const [, version = ''] = /version (\S+)-memori/.exec(await container.exec(['ffmpeg', '-version'])) ?? [];
    for (const file of [`ffmpeg_${version}.dsc`, `ffmpeg_${version}.debian.tar.xz`, 'build-ffmpeg.sh'])
      expect(files.includes(file), `there is no ${file}`);
    return files.join(' ');
  });
}

/** Makes two videos and an album with music as a customer would, with credits granted as an operator would. */
async function checkWork(results: CheckResults, container: Container, url: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'memori-photo-'));
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  const photo = join(folder, 'portrait.jpg');
  await writeFile(photo, await drawSamplePhoto());
  const email = `check-${randomUUID()}@example.com`;
  const videos: string[] = [];
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1);
  const customer = await signUp(url, email, randomUUID());
  await results.check('main job', async () => {
    videos.push(await makeVideo(customer, photo));
    return `a video ${seconds()} s after sign-up, ${await filmAt(`${url}/api/public/video/${videos[0]}`)}`;
  });
  await results.check("operator's commands", () => {
    const grant = ['credits', 'grant', email, '1', '--reason', 'image check', '--yes', '--as', 'check'];
    return container
      .exec(['node', 'scripts/admin.ts', ...grant])
      .then((said) => said.replaceAll(/\s+/g, ' '));
  });
  await results.check('album with music', async () => {
    videos.push(await makeVideo(customer, photo));
    const album = await makeAlbum(customer, videos, { name: 'Check', music: 'the-way-home' });
    return filmAt(`${url}/api/public/album/${album}`);
  });
}

/** Checks that the response is an MP4, and returns its size. */
async function filmAt(address: string): Promise<string> {
  const answer = await fetch(address);
  expect(answer.ok, `${address} answers ${answer.status}`);
  const film = Buffer.from(await answer.arrayBuffer());
  expect(film.toString('latin1', 4, 8) === 'ftyp', 'what is served is no MP4');
  for (const box of ['moov', 'mdat']) expect(film.includes(box, 0, 'latin1'), `the MP4 has no ${box}`);
  return `${(film.length / 1e6).toFixed(1)} MB`;
}

/** Large, and not among the image's sources. */
const notCopied = new Set([
  '.git',
  'node_modules',
  'data',
  'dist',
  'server/generated',
  'studio',
  'test-results',
  'tests',
]);

/**
 * Rebuilds the image with one line of the server changed, and prints how long that takes; does not affect the result.
 */
async function reportRebuild({ tool, tag, root, bases }: Built): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'memori-rebuild-'));
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  await cp(root, folder, {
    recursive: true,
    preserveTimestamps: true,
    filter: (file) => !notCopied.has(relative(root, file)),
  });
  const edited = join(folder, 'server/main.ts');
  await appendFile(edited, '// An edit.\n');
  const changed = `${tag}-edited`;
  const startedAt = performance.now();
  await tool.build(folder, changed, bases);
  const seconds = (performance.now() - startedAt) / 1000;
  cleanUp.defer(() => tool.remove(changed));
  console.log(
    `rebuild after an edit of server/main.ts: ${seconds.toFixed(0)} s (at most ${maxRebuildSeconds} s are the aim)`,
  );
}
