import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runRunner } from './runner.ts';

let folder: string;
let report: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memori-runner-'));
  report = path.join(folder, 'reports', 'report.json');
});
afterEach(() => rm(folder, { recursive: true }));

function run(script: string, limits: { limitMs?: number } = {}) {
  return runRunner(['--input-type=module', '-e', script], {
    report,
    env: { REPORT: report, PID_FILE: path.join(folder, 'pid') },
    graceMs: 1_000,
    ...limits,
  });
}

const writeReport = `import fs from 'node:fs'; fs.writeFileSync(process.env.REPORT, '{}');`;
const forever = `setInterval(() => {}, 1000);`;
const leaveChild = `
  import { spawn } from 'node:child_process';
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  fs.writeFileSync(process.env.PID_FILE, String(child.pid));
  child.unref();`;

test('a runner that ends is reported with its exit status and without problems', async () => {
  expect(await run(`${writeReport} process.exitCode = 3;`)).toEqual({ status: 3, problems: [] });
  expect(existsSync(report)).toBe(true);
});

test('the report of an earlier run is deleted', async () => {
  await run(writeReport);
  await run('');
  expect(existsSync(report)).toBe(false);
});

test('a hanging runner is killed, with or without a report', async () => {
  expect(await run(writeReport + forever)).toEqual({
    status: 1,
    problems: ['wrote its report and did not end'],
  });
  expect(await run(forever, { limitMs: 500 })).toEqual({ status: 1, problems: ['took too long'] });
});

test.skipIf(process.platform === 'win32')(
  'processes that a runner leaves behind are reported and killed',
  async () => {
    const result = await run(writeReport + leaveChild);
    expect(result).toEqual({ status: 0, problems: ['left processes behind'] });
    const pid = Number(await readFile(path.join(folder, 'pid'), 'utf8'));
    await expect.poll(() => isRunning(pid)).toBe(false);
  },
);

async function isRunning(pid: number): Promise<boolean> {
  try {
    return !/\) [ZX] /.test(await readFile(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
