import { expect, test } from 'vitest';
import { hasTool, skippedLines, testTools } from './test-tools.mjs';

test('a run that skipped tests ends with what was not run, and the command that changes that', () => {
  expect(skippedLines(36, [testTools.objectStore, testTools.promtool])).toEqual([
    '36 skipped',
    '  not run: files in S3, on a real object store (needs ceph-mon, ceph-osd, radosgw, radosgw-admin, ceph, monmaptool, setpriv)',
    '  not run: alert rules (needs promtool)',
    '  to run them: apt-get install --no-install-recommends ceph-mon ceph-osd radosgw util-linux prometheus',
  ]);
  expect(skippedLines(1, [])).toEqual(['1 skipped']);
  expect(skippedLines(0, [testTools.systemd])).toEqual([]);
});

test('a tool is missing if one of its programs is', () => {
  expect(hasTool({ tests: '', programs: ['node'], packages: [] })).toBe(true);
  expect(hasTool({ tests: '', programs: ['node', 'memori-never-heard-of'], packages: [] })).toBe(false);
});
