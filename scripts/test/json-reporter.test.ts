import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runNode } from '../lib/run.ts';
import { evaluate, readVitest } from './reports.ts';

const root = path.resolve(import.meta.dirname, '../..');

const imports = `import { beforeAll, test } from 'vitest';`;
const sources = {
  'vitest.config.js': 'export default {};',
  'passes.test.js': `${imports} test('holds', () => {});`,
  'hook.test.js': `${imports} beforeAll(() => { throw new Error('no database'); }); test('one', () => {}); test('two', () => {});`,
  'late.test.js': `${imports} test('ends early', () => { setTimeout(() => { throw new Error('too late'); }); return new Promise((end) => setTimeout(end, 50)); });`,
};

test('the report of a real run names failed hooks, and errors that no test threw', async () => {
  const results = path.join(root, 'test-results');
  await mkdir(results, { recursive: true });
  const folder = await mkdtemp(path.join(results, 'json-reporter-'));
  try {
    for (const [name, source] of Object.entries(sources)) await writeFile(path.join(folder, name), source);
    const report = path.join(folder, 'report.json');
    const { status } = await runNode([
      ...['node_modules/vitest/vitest.mjs', 'run', `--root=${folder}`],
      ...[`--reporter=${path.join(import.meta.dirname, 'json-reporter.ts')}`, `--outputFile.json=${report}`],
    ]);
    const evaluated = evaluate('v', { status, problems: [] }, await readFile(report, 'utf8'), readVitest);
    expect(evaluated).toMatchObject({ passed: 2, skipped: 0 });
    const failures = evaluated.failures.map(({ name, reason }) => [
      path.basename(name),
      reason.split('\n', 1)[0],
    ]);
    expect(failures).toEqual([
      ['hook.test.js', 'no database'],
      ['outside the tests', 'Error: too late'],
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
