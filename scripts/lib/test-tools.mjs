import { spawnSync } from 'node:child_process';

/**
 * Programs that some tests need and that no npm package brings. Without them these tests are skipped, except where
 * `npm test -- --no-skips` forbids that.
 * @typedef {{ tests: string, programs: string[], packages: string[] }} TestTool
 */

/** @type {Record<'objectStore' | 'pooler' | 'promtool' | 'systemd', TestTool>} */
export const testTools = {
  objectStore: {
    tests: 'files in S3, on a real object store',
    programs: ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph', 'monmaptool', 'setpriv'],
    packages: ['ceph-mon', 'ceph-osd', 'radosgw', 'util-linux'],
  },
  pooler: { tests: 'a pooler before the database', programs: ['pgbouncer'], packages: ['pgbouncer'] },
  promtool: { tests: 'alert rules', programs: ['promtool'], packages: ['prometheus'] },
  systemd: { tests: 'the systemd unit', programs: ['systemd-analyze'], packages: ['systemd'] },
};

/** Whether this machine has all programs of a tool. @param {TestTool} tool */
export function hasTool({ programs }) {
  return programs.every((program) => spawnSync('which', [program], { stdio: 'ignore' }).status === 0);
}

/** The tools that this machine lacks. */
export function missingTools() {
  return Object.values(testTools).filter((tool) => !hasTool(tool));
}

/**
 * What to say at the end of a run that skipped this many tests for lack of these tools: which tests, and the command that
 * makes them run. @param {number} skipped @param {TestTool[]} missing @returns {string[]}
 */
export function skippedLines(skipped, missing) {
  if (skipped === 0) return [];
  const packages = [...new Set(missing.flatMap((tool) => tool.packages))].join(' ');
  return [
    `${skipped} skipped`,
    ...missing.map(({ tests, programs }) => `  not run: ${tests} (needs ${programs.join(', ')})`),
    ...(packages === '' ? [] : [`  to run them: apt-get install --no-install-recommends ${packages}`]),
  ];
}
