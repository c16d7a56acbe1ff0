import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { builtinModules, createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** Files that rules name and that are not in the repository. */
const generated = ['server/generated/kernel.d.ts', 'server/generated/prisma/client.ts'];

/** One violation per rule: the rule, the importing file, its import. */
const violations: [rule: string, file: string, statement: string][] = [
  ['shared-imports-zod-only', 'shared/a.ts', `import 'express';`],
  ['shared-imports-zod-only', 'shared/b.ts', `import type { X } from '#server/platform/ids.ts';`],
  ['shared-models-run-in-tensorflow', 'shared/vision/tensorflow.ts', `import 'express';`],
  [
    'models-run-beside-the-page',
    'client/src/entities/photo/preview/a.ts',
    `import { loadVisionModels } from '../../../../../shared/vision/tensorflow.ts';`,
  ],
  ['client-is-not-server', 'client/src/a.ts', `import type { X } from '../../server/platform/ids.ts';`],
  [
    'client-imports-router-as-type',
    'client/src/b.ts',
    `import { x } from '../../server/transport/trpc/router.ts';`,
  ],
  ['client-has-no-node', 'client/src/c.ts', `import 'node:fs';`],
  ['sdk-runs-anywhere', 'client/sdk/a.ts', `import '../src/lib/storage.ts';`],
  ['sdk-runs-anywhere', 'client/sdk/b.ts', `import 'react';`],
  ['client-pages-imports-none-above', 'client/src/pages/b.ts', `import '#client/documents/app/main.ts';`],
  [
    'client-features-imports-none-above',
    'client/src/features/chat/b.ts',
    `import '#client/pages/create.ts';`,
  ],
  [
    'client-features-stand-alone',
    'client/src/features/chat/a.ts',
    `import '#client/features/gallery/card.ts';`,
  ],
  [
    'client-entities-imports-none-above',
    'client/src/entities/outbox/a.ts',
    `import '#client/features/gallery/card.ts';`,
  ],
  ['client-ui-imports-none-above', 'client/src/ui/a.ts', `import '#client/entities/outbox/row.ts';`],
  ['client-api-imports-none-above', 'client/src/api/a.ts', `import '#client/ui/plain/link.ts';`],
  [
    'client-lib-and-i18n-imports-none-above',
    'client/src/lib/a.ts',
    `import '#client/entities/outbox/row.ts';`,
  ],
  ['client-lib-and-i18n-imports-none-above', 'client/src/i18n/a.ts', `import '#client/ui/plain/link.ts';`],
  [
    'client-entities-know-few-others',
    'client/src/entities/photo/a.ts',
    `import '#client/entities/film/b.ts';`,
  ],
  [
    'client-photos-and-albums-lie-lowest',
    'client/src/entities/album/a.ts',
    `import '#client/entities/outbox/row.ts';`,
  ],
  [
    'client-documents-stand-alone',
    'client/src/documents/box/a.ts',
    `import '#client/documents/app/main.ts';`,
  ],
  ['client-mantine-has-one-door', 'client/src/features/chat/c.ts', `import '@mantine/core';`],
  ['client-plain-needs-no-mantine', 'client/src/ui/plain/a.ts', `import '@mantine/core';`],
  ['client-plain-needs-no-mantine', 'client/src/ui/plain/b.ts', `import '#client/ui/toast.ts';`],
  ['client-rooms-are-named', 'client/src/pages/a.ts', `import '../features/gallery/card.ts';`],
  ['client-rooms-are-named', 'client/src/features/chat/d.ts', `import '../gallery/card.ts';`],
  ['rest-is-thin', 'server/transport/rest/a.ts', `import '../../features/credits/balance.ts';`],
  ['trpc-is-thin', 'server/transport/trpc/a.ts', `import '../rest/door.ts';`],
  ['trpc-is-thin', 'server/transport/trpc/b.ts', `import '../../features/credits/balance.ts';`],
  ['rpc-builds-operations', 'server/rpc/a.ts', `import '../transport/trpc/router.ts';`],
  ['rpc-builds-operations', 'server/rpc/b.ts', `import '../features/credits/balance.ts';`],
  ['what-spans-features', 'server/features/sharing/a.ts', `import '../exports/make-archive.ts';`],
  ['http-knows-no-router', 'server/transport/http/d.ts', `import type { X } from '../trpc/router.ts';`],
  ['admin-is-thin', 'server/transport/cli/a.ts', `import '../trpc/router.ts';`],
  ['jobs-are-thin', 'server/transport/jobs/a.ts', `import '../http/sending.ts';`],
  ['catalogue-lists-features', 'server/catalogue.ts', `import './features/media/mark.ts';`],
  ['pg-boss-has-one-room', 'server/features/credits/h.ts', `import 'pg-boss';`],
  ['mails-tell-what-features-did', 'server/features/notifications/jobs.ts', `import '../media/mark.ts';`],
  ['erasure-uses-what-it-erases', 'server/features/erasure/a.ts', `import '../credits/balance.ts';`],
  ['features-know-no-door', 'server/features/credits/a.ts', `import '../../transport/http/sending.ts';`],
  ['features-know-no-door', 'server/features/credits/b.ts', `import '../../providers/video/local.ts';`],
  ['features-know-no-transport', 'server/features/credits/c.ts', `import 'express';`],
  ['features-know-no-transport', 'server/features/credits/d.ts', `import '@trpc/server';`],
  ['generation-uses-credits-media-and-work', 'server/features/generation/a.ts', `import '../accounts/a.ts';`],
  ['payments-and-accounts-use-credits', 'server/features/accounts/a.ts', `import '../media/mark.ts';`],
  ['albums-use-media-and-work', 'server/features/albums/a.ts', `import '../credits/balance.ts';`],
  ['exports-use-media-and-work', 'server/features/exports/a.ts', `import '../credits/balance.ts';`],
  ['audio-uses-files', 'server/features/audio/a.ts', `import '../credits/balance.ts';`],
  ['boxes-use-generation', 'server/features/boxes/a.ts', `import '../credits/balance.ts';`],
  ['job-lifecycle-knows-no-kind', 'server/features/job-lifecycle/a.ts', `import '../media/mark.ts';`],
  ['other-features-stand-alone', 'server/features/credits/g.ts', `import '../job-lifecycle/run-job.ts';`],
  ['media-asks-who-pays', 'server/features/media/a.ts', `import '../payments/fulfil.ts';`],
  ['other-features-stand-alone', 'server/features/credits/e.ts', `import '../media/mark.ts';`],
  ['platform-is-lowest', 'server/platform/a.ts', `import '../providers/video/types.ts';`],
  ['platform-is-lowest', 'server/platform/b.ts', `import '../features/credits/balance.ts';`],
  ['platform-is-lowest', 'server/platform/l.ts', `import '../engine/ffmpeg/ffmpeg.ts';`],
  ['child-processes-have-one-room', 'server/engine/ffmpeg/b.ts', `import 'node:child_process';`],
  ['engine-uses-platform-only', 'server/engine/join/h.ts', `import '#server/features/media/mark.ts';`],
  ['engine-uses-platform-only', 'server/engine/join/a.ts', `import '../../features/media/mark.ts';`],
  [
    'engine-uses-platform-only',
    'server/engine/join/b.ts',
    `import type { X } from '../../providers/video/types.ts';`,
  ],
  ['engine-knows-no-database', 'server/engine/join/c.ts', `import '../../platform/database/db.ts';`],
  ['engine-knows-no-database', 'server/engine/join/d.ts', `import 'pg';`],
  [
    'engine-knows-no-database',
    'server/engine/join/f.ts',
    `import '../../platform/database/persistent-connection.ts';`,
  ],
  ['engine-ffmpeg-imports-none-above', 'server/engine/ffmpeg/a.ts', `import '../animate/kernel.ts';`],
  ['engine-animate-imports-none-above', 'server/engine/animate/a.ts', `import '../join/splice.ts';`],
  ['engine-join-imports-none-above', 'server/engine/join/e.ts', `import '../conform/inspect.ts';`],
  [
    'providers-use-engine-and-platform',
    'server/providers/video/a.ts',
    `import '../../features/media/mark.ts';`,
  ],
  ['providers-use-engine-and-platform', 'server/providers/video/b.ts', `import '../storage/types.ts';`],
  [
    'emulators-know-only-the-wire',
    'server/emulators/stripe/a.ts',
    `import '../../features/credits/balance.ts';`,
  ],
  [
    'emulators-know-only-the-wire',
    'server/emulators/stripe/b.ts',
    `import '../../providers/storage/types.ts';`,
  ],
  ['emulators-know-only-the-wire', 'server/emulators/minimax/a.ts', `import '../stripe/sandbox.ts';`],
  ['emulators-share-no-service', 'server/emulators/lib/a.ts', `import '../stripe/sandbox.ts';`],
  ['features-know-no-door', 'server/features/credits/f.ts', `import '../../emulators/stripe/sandbox.ts';`],
  [
    'providers-use-engine-and-platform',
    'server/providers/video/c.ts',
    `import '../../emulators/stripe/sandbox.ts';`,
  ],
  [
    'adapters-are-built-in-composition',
    'server/transport/http/a.ts',
    `import '../../providers/video/local.ts';`,
  ],
  [
    'adapters-are-built-in-composition',
    'server/transport/http/c.ts',
    `import '../../emulators/stripe/sandbox.ts';`,
  ],
  [
    'composition-is-a-type-for-the-rest',
    'server/transport/http/b.ts',
    `import { x } from '../../composition/deps.ts';`,
  ],
  [
    'composition-is-a-type-for-the-rest',
    'server/transport/http/e.ts',
    `import { x } from '../../services/push-streams.ts';`,
  ],
  [
    'composition-knows-no-door',
    'server/composition/a.ts',
    `import type { X } from '../transport/http/sending.ts';`,
  ],
  ['services-are-plumbing-with-a-limit', 'server/services/a.ts', `import '../features/credits/balance.ts';`],
  ['config-reads-settings', 'server/config/a.ts', `import '../services/push-streams.ts';`],
  ['composition-knows-no-door', 'server/services/b.ts', `import '../transport/trpc/router.ts';`],
  ['no-cycles', 'server/platform/c.ts', `import './d.ts';`],
  ['no-barrels', 'server/platform/index.ts', `export * from './ids.ts';`],
  ['nothing-imports-tests', 'server/platform/e.ts', `import '../../tests/support/server.ts';`],
  ['nothing-imports-tests', 'server/platform/f.ts', `import './ids.test.ts';`],
  ['product-imports-no-tools', 'server/platform/g.ts', `import '../../scripts/tool.ts';`],
  ['product-imports-no-tools', 'client/src/d.ts', `import '../../studio/music/score.ts';`],
  ['studio-stands-apart', 'scripts/a.ts', `import '../studio/music/score.ts';`],
  ['runtime-needs-no-dev-dependency', 'server/platform/h.ts', `import 'fast-check';`],
  ['runtime-needs-no-dev-dependency', 'server/platform/i.ts', `await import('knip');`],
  ['runtime-needs-no-dev-dependency', 'scripts/admin.ts', `import 'knip';`],
  ['imports-resolve', 'server/platform/j.ts', `import './nowhere.ts';`],
];

// Imports must be found even in files with recent syntax.
violations.push([
  'platform-is-lowest',
  'server/platform/k.ts',
  `export async function f() { await using file = await import('../features/credits/balance.ts'); return file; }`,
]);

/** Imports that the rules allow, each close to being a violation. */
const allowed: [file: string, statement: string][] = [
  ['shared/ok.ts', `import { z } from 'zod';`],
  ['client/src/ok.ts', `import type { X } from '../../server/transport/trpc/router.ts';`],
  ['client/src/pages/ok.tsx', `import '#client/features/gallery/card.ts';`],
  ['client/src/entities/user/ok.ts', `import '#client/entities/outbox/row.ts'; import '@mantine/hooks';`],
  ['client/src/ui/ok.ts', `import '@mantine/core'; import './plain/link.ts';`],
  [
    'server/transport/rest/ok.ts',
    `import '../trpc/router.ts'; import type { X } from '../../composition/deps.ts';`,
  ],
  [
    'server/transport/trpc/ok.ts',
    `import '../../features/credits/operations.ts'; import '../http/sending.ts';`,
  ],
  ['server/rpc/ok.ts', `import type { X } from '../composition/deps.ts'; import '../platform/ids.ts';`],
  ['server/features/sharing/ok.ts', `import '../media/mark.ts'; import '../../rpc/operation.ts';`],
  [
    'server/features/generation/ok.ts',
    `import '../credits/balance.ts'; import '../job-lifecycle/run-job.ts';`,
  ],
  ['server/features/accounts/ok.ts', `import '../credits/balance.ts'; import '../../platform/ids.ts';`],
  ['server/features/media/ok.ts', `import type { X } from '../../providers/video/types.ts';`],
  ['server/features/media/paying.ts', `import '../payments/paying.ts';`],
  [
    'server/features/albums/ok.ts',
    `import '../job-lifecycle/run-job.ts'; import '../../engine/ffmpeg/ffmpeg.ts';`,
  ],
  ['server/engine/join/ok.ts', `import '../animate/kernel.ts'; import '../../platform/ids.ts';`],
  ['server/providers/video/ok.ts', `import './types.ts'; import '../../platform/ids.ts';`],
  ['server/providers/video/making.ts', `import '../../engine/ffmpeg/ffmpeg.ts';`],
  [
    'server/emulators/stripe/ok.ts',
    `import 'express'; import '../../platform/ids.ts'; import './sandbox.ts';`,
  ],
  ['server/emulators/minimax/ok.ts', `import '../lib/listen.ts'; import '../../engine/ffmpeg/ffmpeg.ts';`],
  ['studio/music/ok.ts', `import './score.ts'; import '../../scripts/tool.ts'; import '../../shared/ok.ts';`],
  ['server/platform/ok.test.ts', `import 'fast-check'; import '../../tests/support/server.ts';`],
];

const targets = [
  ...[
    'client/src/features/gallery/card.ts',
    'client/src/pages/create.ts',
    'client/src/documents/app/main.ts',
    'client/src/entities/film/b.ts',
    'client/src/ui/plain/link.ts',
    'client/src/ui/toast.ts',
    'scripts/tool.ts',
    'studio/music/score.ts',
    'server/composition/deps.ts',
    'server/services/push-streams.ts',
  ],
  ...[
    'server/features/credits/balance.ts',
    'server/features/media/mark.ts',
    'server/transport/http/sending.ts',
  ],
  ...[
    'server/features/job-lifecycle/run-job.ts',
    'server/features/credits/operations.ts',
    'server/features/exports/make-archive.ts',
  ],
  'server/rpc/operation.ts',
  ...['server/features/payments/fulfil.ts', 'server/features/payments/paying.ts'],
  ...[
    'server/engine/animate/kernel.ts',
    'server/engine/conform/inspect.ts',
    'server/engine/ffmpeg/ffmpeg.ts',
  ],
  ...[
    'server/engine/join/splice.ts',
    'server/platform/database/db.ts',
    'server/platform/database/persistent-connection.ts',
  ],
  ...['server/platform/ids.ts', 'server/platform/ids.test.ts', 'server/providers/storage/types.ts'],
  ...['server/providers/video/local.ts', 'server/providers/video/types.ts', 'server/transport/rest/door.ts'],
  ...['server/emulators/lib/listen.ts', 'server/emulators/stripe/sandbox.ts'],
  ...['server/transport/trpc/router.ts', 'tests/support/server.ts', 'client/src/entities/outbox/row.ts'],
];

interface Violation {
  from: string;
  rule: { name: string };
}

let folder: string;
let found: Violation[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memori import rules '));
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  await copyFile(path.join(root, 'package.json'), path.join(folder, 'package.json'));
  const files = [
    ...targets.map((file) => [file, 'export const x = 1; export type X = 1;'] as const),
    ['server/platform/d.ts', `import type { X } from './c.ts';`] as const,
    ...violations.map(([, file, statement]) => [file, statement] as const),
    ...allowed,
  ];
  for (const [file, content] of files) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  }
  const cruise = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const config = path.join(root, '.dependency-cruiser.cjs');
  const args = [
    '--require',
    path.join(root, 'scripts/lib/swc-using.cjs'),
    cruise,
    '-c',
    config,
    '-T',
    'json',
    'client',
    'scripts',
    'server',
    'shared',
    'studio',
    'tests',
  ];
  const report = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1e8 }, (_failed, stdout) => resolve(stdout));
  });
  found = (JSON.parse(report) as { summary: { violations: Violation[] } }).summary.violations;
});

afterAll(() => rm(folder, { recursive: true }));

test.each(violations)('%s: %s', (rule, file) => {
  expect(found.filter(({ from }) => from === file).map((violation) => violation.rule.name)).toContain(rule);
});

test.each(allowed)('allows %s', (file) => {
  expect(found.filter(({ from }) => from === file)).toEqual([]);
});

test('every rule has an example', () => {
  const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
    forbidden: { name: string }[];
  };
  const rules = config.forbidden.map(({ name }) => name);
  expect(rules.toSorted()).toEqual([...new Set(violations.map(([rule]) => rule))].toSorted());
});

/** The alternatives of a pattern, each without choices between words: `^(a|b)/` becomes `^a/` and `^b/`. */
function alternativesOf(pattern: string): string[] {
  const group =
    /\((?:\?:)?((?:[^()[\]\\|]|\\.|\[[^\]]*\])*(?:\|(?:[^()[\]\\|]|\\.|\[[^\]]*\])*)+)\)(?![?*])/.exec(
      pattern,
    );
  if (!group?.[1]) return [pattern];
  const [whole, inner] = group;
  return inner
    .split('|')
    .flatMap((word) =>
      alternativesOf(pattern.slice(0, group.index) + word + pattern.slice(group.index + whole.length)),
    );
}

test('no rule names a file, folder or package that does not exist', async () => {
  type Side = { path?: string | string[]; pathNot?: string | string[] };
  const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
    forbidden: { name: string; from: Side; to: Side }[];
  };
  const { stdout } = await promisify(execFile)('git', ['ls-files'], { cwd: root, maxBuffer: 1e8 });
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(path.join(root, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
  const packages = Object.keys({ ...dependencies, ...devDependencies });
  const installed = packages.map((name) => `node_modules/${name}/x`);
  const known = [...stdout.split('\n'), ...installed, ...builtinModules, ...generated];
  const nameless = config.forbidden.flatMap(({ name, from, to }) =>
    [from.path, from.pathNot, to.path, to.pathNot]
      .flat()
      .filter((pattern) => pattern !== undefined)
      .flatMap(alternativesOf)
      // What it stands for in a rule's target is a part of the importing file's path.
      .map((pattern) => pattern.replaceAll('$1', '[^/]+'))
      .filter((pattern) => !known.some((file) => new RegExp(pattern).test(file)))
      .map((pattern) => `${name}: ${pattern}`),
  );
  expect(nameless).toEqual([]);
});

test('imports that leave a folder name the room that they lead to', () => {
  const sources = globSync('{client,server,tests,scripts,studio}/**/*.{ts,tsx}', { cwd: root }).filter(
    // The SDK is built with its types for programs elsewhere.
    (file) => !/^(server\/generated|client\/sdk)\//.test(file) && file !== 'scripts/import-rules.test.ts',
  );
  const far = sources.filter((file) =>
    // An address (`?url`) is a file to load, which only Vite knows.
    /(?:from|import|import\() ?'(?:\.\.\/){2,}(?:server|shared|client|tests)\/[^'?]*'/.test(
      readFileSync(path.join(root, file), 'utf8'),
    ),
  );
  expect(far).toEqual([]);
  expect(sources.length).toBeGreaterThan(1_000);
});
