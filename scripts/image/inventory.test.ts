import { expect, test } from 'vitest';
import { installed, readDebian } from './inventory.ts';

const component = (name: string, version: string) => ({
  type: 'library' as const,
  name,
  version,
  purl: `pkg:npm/${name}@${version}`,
  'bom-ref': `${name}@${version}`,
});

test('removed packages are left out of npm’s list and of its dependencies', () => {
  const bom = {
    metadata: { component: { 'bom-ref': 'memori@1.0.0', name: 'memori' } },
    components: [component('pg', '8.0.0'), component('typescript', '7.0.0')],
    dependencies: [
      { ref: 'memori@1.0.0', dependsOn: ['pg@8.0.0'] },
      { ref: 'pg@8.0.0', dependsOn: ['typescript@7.0.0'] },
      { ref: 'typescript@7.0.0' },
    ],
  };
  expect(installed(bom, ({ name }) => name !== 'typescript')).toEqual({
    metadata: { component: { 'bom-ref': 'memori@1.0.0', name: 'memori' } },
    components: [component('pg', '8.0.0')],
    dependencies: [
      { ref: 'memori@1.0.0', dependsOn: ['pg@8.0.0'] },
      { ref: 'pg@8.0.0', dependsOn: [] },
    ],
  });
});

test('Debian packages are listed with the source that each was built from', () => {
  const lines =
    'libx264-164\t2:0.164.3108-2\tamd64\tx264\t2:0.164.3108-2\ntzdata\t2026b-1\tall\ttzdata\t2026b-1\n';
  expect(readDebian(lines)).toEqual([
    {
      name: 'libx264-164',
      version: '2:0.164.3108-2',
      architecture: 'amd64',
      source: 'x264',
      sourceVersion: '2:0.164.3108-2',
    },
    {
      name: 'tzdata',
      version: '2026b-1',
      architecture: 'all',
      source: 'tzdata',
      sourceVersion: '2026b-1',
    },
  ]);
});
