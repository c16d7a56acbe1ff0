import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listen } from '../server/emulators/lib/listen.ts';

const advisory = (severity: string) => ({
  id: 1,
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  title: 'Reads what it should not',
  severity,
  vulnerable_versions: '*',
});

/** Runs the real npm against a registry that returns this answer for advisories and has no packages. */
async function audit(answer: object | null): Promise<{ status: number; out: string; log: string }> {
  const registry = await listen((req, res) => {
    req.resume().on('end', () => {
      const known = req.method === 'POST' && req.url === '/-/npm/v1/security/advisories/bulk';
      res.statusCode = known ? (answer ? 200 : 405) : 404;
      res.setHeader('content-type', 'application/json').end(JSON.stringify((known && answer) || {}));
    });
  });
  const env = {
    ...process.env,
    npm_config_registry: `${registry.url}/`,
  };
  try {
    return await new Promise((resolve) => {
      execFile(process.execPath, [path.join(import.meta.dirname, 'audit.ts')], { env }, (error, out, log) =>
        resolve({ status: Number(error?.code ?? 0), out, log }),
      );
    });
  } finally {
    await registry.close();
  }
}

test('passes if the registry knows no advisories', async () => {
  expect(await audit({})).toMatchObject({
    status: 0,
    out: '0 known vulnerabilities: none of severity high or above is unaccepted\n',
  });
});

test('fails on an advisory of severity high, and lists it', async () => {
  const { status, out } = await audit({ sharp: [advisory('high')] });
  expect(out).toBe(
    'high  sharp  GHSA-aaaa-bbbb-cccc  Reads what it should not\n' +
      '    in node_modules/sharp\n    fix: none yet\n' +
      '1 known vulnerabilities: some must be fixed\n',
  );
  expect(status).toBe(1);
});

test('a registry without an answer is told apart from one without advisories', async () => {
  const { status, out, log } = await audit(null);
  expect(log).toMatch(
    /^The registry returned no advisories, so nothing is known about the packages: 405 Method Not Allowed/,
  );
  expect({ status, out }).toEqual({ status: 2, out: '' });
});
