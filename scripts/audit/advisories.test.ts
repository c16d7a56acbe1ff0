import { expect, test } from 'vitest';
import { evaluate, readAccepted, readAudit } from './advisories.ts';

/** The output of npm 11 when the registry has answered, without the fields that are not used here. */
const answered = {
  auditReportVersion: 2,
  vulnerabilities: {
    '@tensorflow/tfjs-core': {
      name: '@tensorflow/tfjs-core',
      severity: 'moderate',
      isDirect: false,
      via: ['node-fetch'],
      effects: ['@tensorflow/tfjs-converter'],
      range: '',
      nodes: ['node_modules/@tensorflow/tfjs-core'],
      fixAvailable: { name: '@tensorflow/tfjs-converter', version: '1.0.4', isSemVerMajor: true },
    },
    'node-fetch': {
      name: 'node-fetch',
      severity: 'moderate',
      isDirect: false,
      via: [
        {
          source: 1109002,
          name: 'node-fetch',
          dependency: 'node-fetch',
          title: 'node-fetch forwards secure headers to untrusted sites',
          url: 'https://github.com/advisories/GHSA-r683-j2x4-v87g',
          severity: 'moderate',
          cwe: ['CWE-173'],
          cvss: { score: 6.1, vectorString: null },
          range: '<2.6.99',
        },
      ],
      effects: ['@tensorflow/tfjs-core'],
      range: '',
      nodes: ['node_modules/node-fetch', 'node_modules/b/node_modules/node-fetch'],
      fixAvailable: { name: '@tensorflow/tfjs-converter', version: '1.0.4', isSemVerMajor: true },
    },
    postcss: {
      name: 'postcss',
      severity: 'high',
      isDirect: true,
      via: [
        {
          source: 1109001,
          name: 'postcss',
          dependency: 'postcss',
          title: 'PostCSS line return parsing error',
          url: 'https://github.com/advisories/GHSA-7fh5-64p2-3v2j',
          severity: 'high',
          cwe: ['CWE-144'],
          cvss: { score: 7.5, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:L/A:N' },
          range: '<8.5.20',
        },
      ],
      effects: [],
      range: '',
      nodes: ['node_modules/postcss'],
      fixAvailable: { name: 'postcss', version: '8.5.33', isSemVerMajor: false },
    },
  },
  metadata: { vulnerabilities: { info: 0, low: 0, moderate: 2, high: 1, critical: 0, total: 3 } },
};

const found = (() => {
  const read = readAudit(JSON.stringify(answered));
  if ('reason' in read) throw new Error(read.reason);
  return read.vulnerabilities;
})();

test('lists each advisory once, the worst first, with its location and fix', () => {
  expect(evaluate(found, [], '2026-11-23')).toEqual({
    lines: [
      'high  postcss  GHSA-7fh5-64p2-3v2j  PostCSS line return parsing error',
      '    in node_modules/postcss',
      '    fix: postcss 8.5.33',
      'moderate  node-fetch  GHSA-r683-j2x4-v87g  node-fetch forwards secure headers to untrusted sites',
      '    in node_modules/node-fetch, node_modules/b/node_modules/node-fetch',
      '    fix: @tensorflow/tfjs-converter 1.0.4, which may break something',
    ],
    passed: false,
  });
});

test.each([
  [true, 'a newer one fits: npm run update'],
  [false, 'none yet'],
])('if npm reports a fix as available: %s, the fix is "%s"', (fixAvailable, fix) => {
  const { postcss } = answered.vulnerabilities;
  const report = { ...answered, vulnerabilities: { postcss: { ...postcss, fixAvailable } } };
  expect(readAudit(JSON.stringify(report))).toMatchObject({ vulnerabilities: [{ fix }] });
});

test('moderate advisories alone pass, and so does an empty list', () => {
  expect(evaluate(found.slice(1), [], '2026-11-23').passed).toBe(true);
  expect(evaluate([], [], '2026-11-23')).toEqual({ lines: [], passed: true });
});

const acceptance = {
  advisory: 'GHSA-7fh5-64p2-3v2j',
  reason: 'only our own style sheets are read',
  until: '2026-12-31',
};

test('an accepted advisory passes until its last day is over', () => {
  const { lines, passed } = evaluate(found, [acceptance], '2026-12-31');
  expect(passed).toBe(true);
  expect(lines).toContain('    accepted until 2026-12-31: only our own style sheets are read');
  const later = evaluate(found, [acceptance], '2027-01-01');
  expect(later.passed).toBe(false);
  expect(later.lines.at(-1)).toBe('GHSA-7fh5-64p2-3v2j was accepted until 2026-12-31: look at it anew');
});

test('an acceptance that is no longer needed is reported', () => {
  expect(evaluate([], [acceptance], '2026-11-23').lines).toEqual([
    'GHSA-7fh5-64p2-3v2j is accepted and no longer found: take it out of accepted.json',
  ]);
});

test('an acceptance needs a reason and an end', () => {
  expect(readAccepted(JSON.stringify([acceptance]))).toEqual([acceptance]);
  const withoutEnd = { advisory: acceptance.advisory, reason: acceptance.reason };
  expect(() => readAccepted(JSON.stringify([withoutEnd]))).toThrow(/^accepted\.json: 0\.until: /);
  expect(() => readAccepted('{')).toThrow(/^accepted\.json: the file: /);
});

/** The output of npm 11 when the registry has no advisories, or can't be reached. */
test.each([
  [
    {
      message: '405 Method Not Allowed - POST https://registry.example/-/npm/v1/security/advisories/bulk',
      method: 'POST',
      headers: { allow: ['GET,HEAD'] },
      statusCode: 405,
      body: '',
      error: { summary: '', detail: '' },
    },
    '405 Method Not Allowed - POST https://registry.example/-/npm/v1/security/advisories/bulk',
  ],
  [
    { error: { summary: 'This command requires an existing lockfile.', detail: '' } },
    'This command requires an existing lockfile.',
  ],
  [{ auditReportVersion: 3 }, 'it said nothing that can be read'],
])('an unreadable answer does not count as passed (%#)', (printed, reason) => {
  expect(readAudit(JSON.stringify(printed))).toEqual({ reason });
});

test('an empty answer does not count as passed', () => {
  expect(readAudit('')).toEqual({ reason: 'it said nothing that can be read' });
});
